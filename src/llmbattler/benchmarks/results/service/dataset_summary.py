"""Tags and clustering of datasets. A dataset never changes, so they are cached in each process."""

from collections import OrderedDict
from uuid import UUID

from llmbattler.core.db import Session

from .. import repository
from ..repository import DatasetSummary

MAX_CACHED = 200
_cache: OrderedDict[UUID, DatasetSummary] = OrderedDict()


async def find_dataset_summary(session: Session, *, dataset_id: UUID) -> DatasetSummary:
    if dataset_id not in _cache:
        _cache[dataset_id] = await repository.get_dataset_summary(session, dataset_id)
        while len(_cache) > MAX_CACHED:
            _cache.popitem(last=False)
    return _cache[dataset_id]
