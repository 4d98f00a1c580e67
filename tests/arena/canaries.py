"""Three models with conspicuous names and behavior, one on each wire, to find leaks of identity."""

import json
import re

from llmbattler.testing import Script, ScriptedProvider
from tests.arena.conftest import ALPHA, BETA

GAMMA = "zz-gamma-model"
CANARIES = re.compile(rb"(?i)zz[-_ ]?(alpha|beta|gamma)|maker of|name of zz|canary")
WIRE_WORDS = re.compile(
    rb'(?i)"(model|provider|selected_model_id|system_fingerprint|service_tier|usage|logprobs|created|finish|finish_reason|'
    rb'latency_ms|first_token_ms|output_tokens|input_tokens|cost_usd|context_length|flags|counted|pace|facts)"'
)
FOREIGN_IDS = re.compile(rb"chatcmpl-|msg_0|gen-|call_|toolu_|resp_|fp_")
FOREIGN_HEADERS = re.compile(
    rb"(?im)^(openai-|anthropic-|x-ratelimit-|via:|server-timing:|traceparent:|x-litellm|cf-|x-goog|retry-after:)"
)


def models_on_every_wire(provider: ScriptedProvider) -> str:
    places = {
        ALPHA: ("openai", provider.openai_url),
        BETA: ("anthropic", provider.anthropic_url),
        GAMMA: ("google", provider.google_url),
    }
    entries = [
        {
            "id": name,
            "name": f"Name of {name}",
            "model": name,
            "connector": connector,
            "base_url": url,
            "organization": f"Maker of {name}",
            "abilities": ["vision"],
            "prices": {"input": 1, "output": 2},
        }
        for name, (connector, url) in places.items()
    ]
    return json.dumps({"models": entries})


def script_canaries(provider: ScriptedProvider) -> None:
    headers = {"Via": "canary", "Server-Timing": "canary;dur=5", "X-LiteLLM-Model": "canary", "traceparent": "canary"}
    for number, name in enumerate((ALPHA, BETA, GAMMA)):
        text = f"An answer in the manner of number {number}, with some more words to it."
        provider.script(
            name,
            Script(
                text=text,
                chunk_size=1 + 14 * number,
                response_id="canary",
                answering_model="canary",
                headers=headers,
            ),
        )
