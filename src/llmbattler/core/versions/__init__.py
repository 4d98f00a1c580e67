"""Immutable numbered versions of any document: save, compare, merge, roll back.

A slice keeps its own table: it inherits `VersionColumns` and describes the table with a `VersionTable` (both in
`core.db`). The functions in `service` take that description.
"""
