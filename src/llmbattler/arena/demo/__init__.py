"""The battles and votes of the demo: a recorded file, imported as files of other sites are."""
