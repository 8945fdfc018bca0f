"""The engine's own tests share their stock of cards."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
