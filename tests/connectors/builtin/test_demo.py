from collections.abc import Sequence

import pytest
import yaml

from llmbattler.arena.service.suggestions import SUGGESTED
from llmbattler.connectors.builtin.demo import REPEAT, DemoConnector, load_recording
from llmbattler.connectors.contract import Connector, Finish, FinishReason, Message, Params, Place
from llmbattler.connectors.errors import ModelMissing
from llmbattler.connectors.transport import Transport
from llmbattler.core.demo import read_part
from llmbattler.testing import ConnectorContract, text_of


class TestDemoConnector(ConnectorContract):
    place = Place("lantern-1b")

    def connect(self, transport: Transport) -> Connector:
        return DemoConnector(transport)

    def asking_for(self, text: str) -> Sequence[Message]:
        return [Message.user(REPEAT + text)]

    async def test_a_recorded_question_gets_one_of_the_answers_of_the_model(self) -> None:
        prompt, answers = next(iter(load_recording().answers.items()))
        async with self.connected() as connector:
            said = text_of(await self._deltas(connector, [Message.user(f"{prompt}\n")]))
        assert said in answers["lantern-1b"]

    def test_everything_that_the_site_suggests_was_recorded_for_every_model(self) -> None:
        recording = load_recording()
        for suggested in SUGGESTED:
            assert recording.answers[suggested.prompt.strip()].keys() == recording.models.keys()

    async def test_a_sample_of_a_suite_gets_the_answer_that_was_recorded(self) -> None:
        prompt = next(one for one in load_recording().answers if one.startswith("A customer writes:"))
        async with self.connected() as connector:
            messages = [Message.system("You sort the messages to a bicycle shop."), Message.user(prompt)]
            said = text_of(await self._deltas(connector, messages))
        assert said in load_recording().answers[prompt]["lantern-1b"]

    async def test_a_follow_up_is_answered_more_briefly(self) -> None:
        recording = load_recording()
        answer = next(text for text, shorter in recording.shorter.items() if len(shorter) < len(text))
        talk = [Message.user("?"), Message.assistant(answer), Message.user(recording.requests[0])]
        async with self.connected() as connector:
            said = text_of(await self._deltas(connector, talk))
        assert said == recording.shorter[answer]

    async def test_unknown_questions_get_an_explanation(self) -> None:
        async with self.connected() as connector:
            said = text_of(await self._deltas(connector, [Message.user("What is the meaning of life?")]))
        assert "demonstration" in said or "not sure" in said
        assert "{question}" not in said

    async def test_models_are_listed_as_the_catalog_of_the_demo_offers_them(self) -> None:
        offered = {one["id"]: one for one in yaml.safe_load(read_part("models.yaml"))["models"]}
        async with self.connected() as connector:
            listed = await connector.list_models(self.place)
        assert {one.id for one in listed} == offered.keys()
        for one in listed:
            same = offered[one.id]
            assert (one.name, one.organization, one.context_length) == (
                same["name"],
                same["organization"],
                same["context_length"],
            )

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
