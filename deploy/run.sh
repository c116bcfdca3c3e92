#!/bin/sh
# sh deploy/run.sh COMMAND …
#
# Runs a command of Lectern, such as `doctor` or `backup /mnt/backups/school/`. With systemd, the command gets the settings and the
# user of the service, so that it uses the same school and creates files with the right owner.
#
# SETTINGS_FILE  the settings of the service (/etc/lectern.env)
set -eu
cd "$(dirname "$0")/.."

node=$PWD/node_modules/.bin/node
if command -v systemctl >/dev/null && systemctl cat lectern >/dev/null 2>&1; then
  exec systemd-run --quiet --pipe --wait --collect --uid=lectern --working-directory="$PWD" \
    --property="EnvironmentFile=-${SETTINGS_FILE:-/etc/lectern.env}" --setenv=DATA_DIR=/var/lib/lectern \
    "$node" server/main.ts "$@"
fi
exec "$node" server/main.ts "$@"
