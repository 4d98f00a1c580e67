"""The commands about boards, judges, votes and moderation."""
