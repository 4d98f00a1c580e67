"""ASCII and typographic punctuation."""

import string

PUNCTUATION = string.punctuation + "“”„‘’‚«»‹›…–—¿¡、。，；：？！「」"
