"""Who is asking: visitors now; members, tokens and roles later, under the same ids."""
