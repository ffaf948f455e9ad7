"""Gymnasium environments over calls, with their spaces and the one action parser."""
