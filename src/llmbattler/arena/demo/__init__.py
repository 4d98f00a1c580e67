"""Demo data: simulated people, battles and votes, drawn from known strengths of the models."""
