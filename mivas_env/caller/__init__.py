"""The other end of the line: a scripted customer that hears speech and silence only.

`protocol` is what the environment says to it, `scripted` follows a script. `speech` reads what was
said, `hearing` what it does to one caller's asks, facts and consents, `agenda` and `reaction` what
follows; `rewording` lets a chat model word the lines.
"""
