"""What every slice stands on: settings, database, web, jobs, live channel, errors, plug-ins. Knows no domain."""
