"""What is repeated; the repetition itself is tested with real deadlocks in `tests/cases/test_hardening_database.py`."""

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from llmbattler.core.manifests import list_manifests, load
from llmbattler.core.web.deps import open_unit
from llmbattler.core.web.unit_routes import UnitRoute


def has_unit(dependant: Dependant) -> bool:
    return dependant.call is open_unit or any(map(has_unit, dependant.dependencies))


def test_every_route_that_writes_in_its_unit_is_repeated() -> None:
    routes = [
        route
        for manifest in list_manifests()
        for one in manifest.routers
        for route in load(one.router).routes
        if isinstance(route, APIRoute) and route.methods - {"GET"} and has_unit(route.dependant)
    ]
    assert len(routes) > 50
    missing = [(route.path, route.methods) for route in routes if not isinstance(route, UnitRoute)]
    assert not missing, f"give their router route_class=UnitRoute or StrictJsonRoute: {missing}"
