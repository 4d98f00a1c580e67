"""Types of numpy arrays."""

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]
