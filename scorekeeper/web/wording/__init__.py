"""Messages about changes, hands, coins and nights."""
