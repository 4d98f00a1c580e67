"""Prompts that the site suggests. They may be reused: votes on them get no flag `REUSED_PROMPT`."""

from llmbattler.generation.named_questions.service import hash_question

from ..schemas import SuggestedPrompt

SUGGESTED = (
    SuggestedPrompt(
        title="Debug",
        prompt="This SQL returns duplicates: SELECT c.name, o.total FROM customers c "
        "JOIN orders o ON o.customer_id = c.id JOIN items i ON i.order_id = o.id. Why, and how do I fix it?",
    ),
    SuggestedPrompt(title="Explain", prompt="Explain confidence intervals to a colleague who dislikes statistics."),
    SuggestedPrompt(
        title="Write",
        prompt="A customer is angry because the parcel came two weeks late. Write a kind reply of five sentences.",
    ),
    SuggestedPrompt(title="Plan", prompt="Plan a weekend in Lisbon with two children, one of them in a pushchair."),
    SuggestedPrompt(title="Code", prompt="Write a Python function that parses ISO 8601 dates without a library."),
    SuggestedPrompt(
        title="Reason",
        prompt="Three switches outside a closed room, one light bulb inside. You may enter once. Which switch is it?",
    ),
)

SUGGESTED_HASHES = frozenset(hash_question(one.prompt) for one in SUGGESTED)
