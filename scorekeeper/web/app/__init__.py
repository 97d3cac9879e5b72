"""What makes the website an app: installing it, and reading pages without a network."""
