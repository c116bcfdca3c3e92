#!/bin/sh
# Starts the product as README.md says, and ends with 0 once its home page is answered.
set -eu
npm start &
started=$!
trap 'kill "$started" 2>/dev/null || true' EXIT
for _ in $(seq 120); do
  if node -e "fetch('http://localhost:${PORT:-5000}/').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"; then
    echo 'npm start answers'
    exit 0
  fi
  kill -0 "$started" 2>/dev/null || break
  sleep 1
done
echo 'npm start does not answer' >&2
exit 1
