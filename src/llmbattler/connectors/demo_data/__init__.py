"""Models, questions and answers of the demonstration. All names, organizations and texts are invented."""
