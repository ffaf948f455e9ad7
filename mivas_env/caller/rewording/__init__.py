"""The scripted caller in other words: a chat model words its lines, code checks them."""
