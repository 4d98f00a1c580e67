"""Operations on suites."""
