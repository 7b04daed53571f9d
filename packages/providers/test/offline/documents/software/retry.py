"""Retries of calls to the carriers."""

import time

MAX_ATTEMPTS = 5
BASE_DELAY_SECONDS = 0.75


def call_carrier(request, send):
    """Sends a request and tries again after a growing delay.

    Raises CarrierUnavailable when the last attempt fails.
    """
    for attempt in range(MAX_ATTEMPTS):
        try:
            return send(request)
        except TimeoutError:
            # The delay doubles, so that a carrier in trouble is not flooded.
            time.sleep(BASE_DELAY_SECONDS * 2**attempt)
    raise CarrierUnavailable(request.carrier)
