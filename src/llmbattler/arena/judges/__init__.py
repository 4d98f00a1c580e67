"""Models read stored battles and say who did better; their word feeds boards of their own, never the people's."""
