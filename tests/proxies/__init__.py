"""The app at a path of an address with https, behind Caddy and nginx, with and without a login of theirs."""
