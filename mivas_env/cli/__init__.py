"""The command `mivas`; one file per group of subcommands."""

from mivas_env.cli.app import main

__all__ = ["main"]
