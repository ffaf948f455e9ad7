"""What an utterance does to one caller: its asks, its facts, its consents."""
