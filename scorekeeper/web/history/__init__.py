"""Looking back: the archive, the trash, statistics, charts and recaps."""

PAGES = (
    "archive",
    "earlier_rules",
    "recap",
    "game_picture",
    "night_recap",
    "night_picture",
    "statistics",
    "seasons",
    "season_picture",
    "club_recap",
)
