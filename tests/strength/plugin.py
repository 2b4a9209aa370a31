"""For pytest, in a process of its own: the engine is faulty before any test imports it."""

import os
import sys

from tests.strength.fault import faulty, install
from tests.strength.measure import FAULTS

install(faulty(FAULTS[int(os.environ["RR_PRINT_FAULT"])]), sys.modules)
