"""Which parameters a call needs, and whether its connector can send them."""

from operator import attrgetter

from .contract import Connector, Feature, Features, Params
from .errors import UnsupportedParameter

NO_FEATURES = Features()
_read_features = attrgetter(
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "response_format",
    "n",
    "logprobs",
    "top_logprobs",
    "reasoning_effort",
)
_NONE_NEEDED = _read_features(Params())
"""Most calls need none, and this is compared for every call."""


def check_params(params: Params, connector: Connector, name: str) -> None:
    """Raise `UnsupportedParameter` for the first parameter that this connector cannot send."""
    # A connector from before there were features declares none; it would ignore these parameters.
    features = getattr(connector, "features", NO_FEATURES)
    for feature in list_needed(params):
        if feature not in features.supported:
            raise UnsupportedParameter(feature.value, name)
    effort = params.reasoning_effort
    if effort is not None and effort not in features.reasoning_efforts:
        raise UnsupportedParameter(f"{Feature.REASONING_EFFORT.value}: {effort}", name)


def list_needed(params: Params) -> list[Feature]:
    """The features that a connector must support to send these parameters."""
    if _read_features(params) == _NONE_NEEDED:
        return []
    json = params.response_format
    needs = {
        Feature.TOOLS: bool(params.tools),
        Feature.TOOL_CHOICE: params.tool_choice is not None,
        Feature.PARALLEL_TOOL_CALLS: params.parallel_tool_calls is not None,
        Feature.JSON_OBJECT: json is not None and json.schema is None,
        Feature.JSON_SCHEMA: json is not None and json.schema is not None,
        Feature.CHOICES: params.n > 1,
        Feature.LOGPROBS: params.logprobs,
        Feature.TOP_LOGPROBS: params.top_logprobs > 0,
        Feature.REASONING_EFFORT: params.reasoning_effort is not None,
    }
    return [feature for feature, needed in needs.items() if needed]
