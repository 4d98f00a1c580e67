"""Punctuation of the scripts that scorers read."""

import string

PUNCTUATION = string.punctuation + "“”„‘’‚«»‹›…–—¿¡、。，；：？！「」"
