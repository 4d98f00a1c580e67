"""What needs a password hash or a mail server: no unit of work is open meanwhile."""
