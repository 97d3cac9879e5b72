"""The command that counts all games again for the statistics."""


