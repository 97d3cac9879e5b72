"""Who plays in the tests."""

CAST = ("Ann", "Bea", "Cal", "Dee", "Eve", "Fay")
ANN, BEA, CAL, DEE, EVE, FAY = CAST
