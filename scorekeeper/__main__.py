"""The command line as a module: ``python -m scorekeeper``."""

from scorekeeper.cli import main

main()
