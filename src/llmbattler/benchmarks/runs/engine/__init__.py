"""The engine that executes runs: claims chunks, asks models, scores answers, writes results."""
