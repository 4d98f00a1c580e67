"""A demo suite as a team would write it: classify messages to a bicycle shop by department."""

from ..suites.definition.spec import SuiteSpec

NAME = "support-tickets"
FIRST = 32
"""Number of tickets in the first version."""
DEPARTMENTS = ("Billing", "Delivery", "Repairs", "Returns", "Accounts")
_TICKETS = (
    ("email", "Billing", "I was charged twice for order 4471. Please send one of the two amounts back."),
    ("chat", "Delivery", "The tracking page has said 'out for delivery' for three days now."),
    ("email", "Repairs", "My rear gear slips since the service in May. Can somebody look at it?"),
    ("phone", "Returns", "The helmet is too small. I would like to send it back unused."),
    ("chat", "Accounts", "I forgot my password and the link in the mail has expired."),
    ("email", "Billing", "We need the invoice with our company's tax number on it."),
    ("email", "Delivery", "Half of the order came today. When will the mudguards follow?"),
    ("phone", "Repairs", "The front brake squeals when it rains, and it got worse this week."),
    ("chat", "Returns", "How do I print the label for sending the gloves back?"),
    ("email", "Accounts", "Please delete everything you have stored about me."),
    ("chat", "Billing", "Why is my card refused? The bank says it is fine."),
    ("phone", "Delivery", "Nobody rang, but the driver wrote that we were not at home."),
    ("email", "Repairs", "A spoke broke on the second ride. The wheel is still under warranty."),
    ("email", "Returns", "You sent a blue bell, I had ordered a black one. Please exchange it."),
    ("chat", "Accounts", "Can two people use one login for our bicycle club?"),
    ("email", "Billing", "The discount of ten percent is missing on my bill."),
    ("chat", "Delivery", "Could you leave the parcel with my neighbour at number nine?"),
    ("phone", "Repairs", "The motor of my electric bike stops after a few minutes uphill."),
    ("email", "Returns", "I changed my mind about the trailer. It is still in its box."),
    ("email", "Accounts", "I moved. Please tell me where I can change my address for later orders."),
    ("chat", "Billing", "Can I pay for the new frame in four instalments?"),
    ("email", "Delivery", "Do you ship to Norway, and how long does it take?"),
    ("phone", "Repairs", "There is a crack in the paint near the saddle. Is this dangerous?"),
    ("chat", "Returns", "It is day 31. Is it really too late to give the lamp back?"),
    ("email", "Accounts", "Somebody signed in from a city where I have never been."),
    ("email", "Billing", "I sent the lamp back a month ago and still wait for my money."),
    ("chat", "Delivery", "The box is soaked and torn, I have not opened it yet."),
    ("email", "Repairs", "Can I bring two bikes for a check before the summer, and when?"),
    ("phone", "Returns", "The pump arrived broken. I want another one, not a repair."),
    ("chat", "Accounts", "Please stop the newsletter, I have unsubscribed three times."),
    ("email", "Billing", "What is this fee of 4.90 that I never agreed to?"),
    ("chat", "Delivery", "I gave the wrong street. Can you still stop the van?"),
    ("email", "Repairs", "Your mechanic adjusted the saddle, and now it turns while I ride."),
    ("email", "Returns", "The jacket lost its colour after one wash. What can you do?"),
    ("phone", "Accounts", "My daughter opened an account with my mail address by mistake."),
    ("chat", "Billing", "The voucher from my birthday is not accepted at the checkout."),
    ("email", "Delivery", "It says delivered and signed. The signature is not mine."),
    ("email", "Repairs", "Which oil should I use for the chain that you fitted last week?"),
    ("chat", "Returns", "You refused my parcel although I had a number for sending it back."),
    ("email", "Accounts", "I would like to become a dealer. Whom do I have to write to?"),
)  # fmt: skip


def describe_suite(count: int = len(_TICKETS)) -> SuiteSpec:
    """The suite with its first `count` tickets."""
    named = ", ".join(DEPARTMENTS)
    return SuiteSpec.model_validate(
        {
            "name": NAME,
            "title": "Support tickets",
            "description": "Which department should answer? Support tickets of a bicycle shop, sorted by its staff.",
            "version": "1" if count == FIRST else "2",
            "tags": ["support"],
            "dataset": {
                "samples": [
                    {"text": text, "department": department, "channel": channel}
                    for channel, department, text in _TICKETS[:count]
                ],
                "fields": {"target": "department", "tags": "channel"},
            },
            "system": "You sort the messages to a bicycle shop.",
            "prompts": {
                "main": f"A customer writes:\n\n{{{{ text }}}}\n\nWhich department should answer: {named}? "
                "Answer with its name only.",
                "terse": f"{{{{ text }}}}\n\n{named}?",
            },
            "params": {"temperature": 0, "max_tokens": 40},
            "scores": [
                {"name": "right", "scorer": "choice", "options": {"choices": list(DEPARTMENTS)}},
                {"name": "name-only", "scorer": "exact", "weight": 0},
            ],
        }
    )
