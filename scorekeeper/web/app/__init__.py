"""The website as an app that can be installed."""
