"""Which questions a person sent to contestants whose names they knew: such a person no longer votes blind."""
