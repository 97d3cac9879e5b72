"""What all tests share."""

from hypothesis import HealthCheck, settings

# --- Hypothesis: the same examples on every machine, no clock, few enough to run at every save ---

settings.register_profile(
    "quick",
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=2000, derandomize=False)
settings.load_profile("quick")

# --- (end of Hypothesis) ---
