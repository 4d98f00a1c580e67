"""LLM judges: questions, quoted texts, and parsing of their replies."""
