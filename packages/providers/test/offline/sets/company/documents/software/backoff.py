"""Waiting between attempts to reach the bank gateway.

The bank blocks a client that sends more than 12 requests in a minute, so the
delay grows quickly and is spread at random.
"""

import random

FIRST_DELAY_SECONDS = 2.5
GROWTH = 3
# The gateway forgets a half-open transfer after 15 minutes. Waiting longer
# than that would book the transfer a second time.
LONGEST_DELAY_SECONDS = 840
ATTEMPTS = 6


def delay(attempt: int, server_hint: float | None = None) -> float:
    """Seconds to wait before `attempt` (0 = first retry)."""
    if server_hint is not None:
        # A hint of the server always wins, even if it is shorter than ours.
        return min(server_hint, LONGEST_DELAY_SECONDS)
    base = min(FIRST_DELAY_SECONDS * GROWTH**attempt, LONGEST_DELAY_SECONDS)
    return base * random.uniform(0.8, 1.2)


def retryable(status: int) -> bool:
    """Only overload and outage are tried again; 409 means the bank already has it."""
    return status in (429, 502, 503)
