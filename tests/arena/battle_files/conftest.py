from tests.second_site import other_database

__all__ = ["other_database"]
