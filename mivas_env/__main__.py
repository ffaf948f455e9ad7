"""`python -m mivas_env` is the command `mivas`."""

from mivas_env.cli import main

if __name__ == "__main__":
    main()
