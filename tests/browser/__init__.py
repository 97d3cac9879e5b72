"""Tests of what people see and touch: the app in a real browser."""
