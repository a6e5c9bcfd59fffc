import Timing
