from collections.abc import Sequence

import pytest

from llmbattler.connectors.builtin.demo import REPEAT, DemoConnector
from llmbattler.connectors.contract import Connector, Finish, FinishReason, Message, Params, Place
from llmbattler.connectors.demo_data.answers import load_questions
from llmbattler.connectors.errors import ModelMissing
from llmbattler.connectors.transport import Transport
from llmbattler.testing import ConnectorContract, text_of


class TestDemoConnector(ConnectorContract):
    place = Place("lantern-1b")

    def connect(self, transport: Transport) -> Connector:
        return DemoConnector(transport)

    def asking_for(self, text: str) -> Sequence[Message]:
        return [Message.user(REPEAT + text)]

    async def test_every_question_of_the_script_has_an_answer(self) -> None:
        async with self.connected() as connector:
            question = load_questions()[5]
            said = text_of(await self._deltas(connector, [Message.user(question.prompt)]))
        assert any(answer.startswith(said.split(".")[0]) for answer in question.answers)

    async def test_a_follow_up_is_answered_more_briefly(self) -> None:
        question = load_questions()[14]
        talk = [
            Message.user(question.prompt),
            Message.assistant(question.answers[2]),
            Message.user(question.shorter),
        ]
        async with self.connected() as connector:
            said = text_of(await self._deltas(connector, talk))
        assert said
        assert len(said) < len(question.answers[2])

    async def test_unknown_questions_get_an_explanation(self) -> None:
        async with self.connected() as connector:
            said = text_of(await self._deltas(connector, [Message.user("What is the meaning of life?")]))
        assert "demonstration" in said or "not sure" in said

    async def test_stops_at_the_limit(self) -> None:
        async with self.connected() as connector:
            deltas = await self._deltas(connector, self.asking_for("one two three"), Params(max_tokens=1))
        finish = deltas[-1]
        assert isinstance(finish, Finish)
        assert (text_of(deltas), finish.reason) == ("one ", FinishReason.LENGTH)

    async def test_an_unknown_model_is_missing(self) -> None:
        async with self.connected() as connector:
            with pytest.raises(ModelMissing):
                await anext(connector.stream(Place("nobody"), [Message.user("Hi")], Params()))
