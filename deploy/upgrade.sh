#!/bin/sh
# npm run upgrade
#
# Upgrades a school, with a backup that is verified first, and says how to return. Run it in the checkout, as root where
# systemd runs the school. With Docker Compose it upgrades the containers, and needs neither Node nor npm on the host:
# sh deploy/upgrade.sh
#
# BACKUP_FOLDER  the repository of backups (lectern-backups beside the checkout; with containers one on their volume)
# SETTINGS_FILE  the settings of the service (/etc/lectern.env)
set -eu
cd "$(dirname "$0")/.."

say() { printf '\n%s\n' "$*"; }
stop_with() { printf '%s\n' "$*" >&2; exit 1; }

before=$(git rev-parse HEAD)
stamp=$(date -u +%Y%m%d-%H%M%S)
[ -z "$(git status --porcelain --untracked-files=no)" ] || stop_with 'Files of the checkout were changed: commit or discard the changes first.'

has_containers() { command -v docker >/dev/null && [ -n "$(docker compose ps --quiet lectern 2>/dev/null)" ]; }
has_service() { command -v systemctl >/dev/null && systemctl is-active --quiet lectern; }

upgrade_containers() {
  backup=/data/backups/
  run() { docker compose exec -T lectern node server/main.ts "$@"; }
  say 'Backup'
  run backup "$backup"
  run verify "$backup"
  docker tag lectern "lectern:before-$stamp"
  say 'New version'
  git pull --ff-only
  docker compose build --pull lectern
  say 'Restart'
  docker compose up --detach --wait && return
  cat >&2 <<TEXT

The new version does not become ready: docker compose logs lectern
To return to the version before:
  docker tag lectern:before-$stamp lectern && git checkout --detach $before && docker compose up --detach --wait
If it refuses the schema, restore the newest backup of $backup: docs/upgrading.md, "Return to the version before".
TEXT
  exit 1
}

upgrade_checkout() {
  backup="${BACKUP_FOLDER:-$PWD/../lectern-backups}/"
  say 'Backup'
  if has_service; then install -d -o lectern -g lectern -m 0700 "$backup"; fi
  sh deploy/run.sh backup "$backup"
  sh deploy/run.sh verify "$backup"
  say 'New version'
  git pull --ff-only
  if has_service; then
    restart=1
    systemctl stop lectern
  fi
  if npm ci && npm run build && { [ -z "${restart:-}" ] || { systemctl start lectern && until_ready; }; }; then
    [ -n "${restart:-}" ] || say 'Now start the server again: npm start'
    return
  fi
  cat >&2 <<TEXT

The upgrade failed. To return to the version before:
  git checkout --detach $before && npm ci && npm run build${restart:+ && systemctl restart lectern}
If it refuses the schema, restore the newest backup of $backup: docs/upgrading.md, "Return to the version before".
TEXT
  exit 1
}

# The port is that of the settings; a minute is enough for the migrations of a large school.
until_ready() {
  port=$(sed -n 's/^PORT=//p' "${SETTINGS_FILE:-/etc/lectern.env}" 2>/dev/null | tail -n 1)
  "$PWD/node_modules/.bin/node" -e '
    const until = Date.now() + 60_000;
    const look = () => fetch(process.argv[1]).then(({ ok }) => ok, () => false);
    while (!(await look())) {
      if (Date.now() > until) process.exit(1);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }' --input-type=module "http://127.0.0.1:${port:-5000}/readyz"
}

if has_containers; then upgrade_containers; else upgrade_checkout; fi
say "Upgraded from $(git describe --always "$before") to $(git describe --always)."
