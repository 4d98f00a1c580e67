"""What every slice uses: settings, database, web, jobs, live channel, errors, plug-ins. Knows no domain."""
