"""What the samples of a dataset say together. A dataset never changes, so it is asked once in each process."""

from collections import OrderedDict
from uuid import UUID

from llmbattler.core.db import Session

from .. import repository
from ..repository import DatasetFacts

MOST_REMEMBERED = 200
_known: OrderedDict[UUID, DatasetFacts] = OrderedDict()


async def find_facts(session: Session, *, dataset_id: UUID) -> DatasetFacts:
    if dataset_id not in _known:
        _known[dataset_id] = await repository.get_facts(session, dataset_id)
        while len(_known) > MOST_REMEMBERED:
            _known.popitem(last=False)
    return _known[dataset_id]
