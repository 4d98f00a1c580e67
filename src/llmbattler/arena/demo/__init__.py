"""The past of a demonstration: simulated people, their battles and their votes, drawn from known strengths."""
