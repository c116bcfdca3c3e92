#!/bin/sh
# tar -xzf lectern-0.3.0.tar.gz -C /opt && sh /opt/lectern-0.3.0/deploy/upgrade.sh
#
# Upgrades the school on this machine to the release of this folder, after a verified backup, and prints how to return. With
# systemd run it as root. With Docker Compose it needs neither Node nor npm on the host, and loads the image beside the folder,
# such as lectern-0.3.0-image.tar.gz.
#
# BACKUP_FOLDER  the repository of backups (lectern-backups beside the folder; with containers one on their volume)
# SETTINGS_FILE  the settings of the service (/etc/lectern.env)
set -eu
cd "$(dirname "$0")/.."
new=$(pwd -P)

say() { printf '\n%s\n' "$*"; }
stop_with() { printf '%s\n' "$*" >&2; exit 1; }

container=$(docker ps --quiet --filter label=com.docker.compose.project=lectern --filter label=com.docker.compose.service=lectern 2>/dev/null || true)
has_service() { command -v systemctl >/dev/null && systemctl is-active --quiet lectern; }

upgrade_containers() {
  old=$(docker inspect --format '{{ index .Config.Labels "com.docker.compose.project.working_dir" }}' "$container")
  [ "$old" != "$new" ] || stop_with "The school runs in $new already"
  backup=/data/backups/
  run() { docker compose run --rm -T --no-deps lectern node server/main.ts "$@"; }
  say 'New version'
  for file in .env compose.override.yaml; do
    [ ! -f "$old/$file" ] || [ -f "$file" ] || cp -p "$old/$file" .
  done
  [ ! -f "$new-image.tar.gz" ] || docker load --input "$new-image.tar.gz"
  say 'Backup'
  run backup "$backup"
  run verify "$backup"
  say 'Restart'
  docker compose up --detach --wait && return
  cat >&2 <<TEXT

The new version does not become ready: docker compose logs lectern
To return to the previous version:
  cd $old && docker compose up --detach --wait
If it refuses the schema, restore the newest backup of $backup: docs/upgrading.md, "Return to the previous version".
TEXT
  exit 1
}

upgrade_service() {
  link=$(systemctl show --property=WorkingDirectory --value lectern)
  old=$(cd "$link" && pwd -P)
  [ "$old" != "$new" ] || stop_with "The school runs in $new already"
  backup="${BACKUP_FOLDER:-$(dirname "$new")/lectern-backups}/"
  say 'New version'
  npm ci --no-audit --no-fund
  say 'Backup'
  install -d -o lectern -g lectern -m 0700 "$backup"
  sh deploy/run.sh backup "$backup"
  sh deploy/run.sh verify "$backup"
  say 'Restart'
  systemctl stop lectern
  if [ ! -L "$link" ]; then
    old="$link-before-$(date -u +%Y%m%d-%H%M%S)"
    mv "$link" "$old"
  fi
  ln -sfn "$new" "$link"
  cmp -s deploy/lectern.service /etc/systemd/system/lectern.service ||
    say 'deploy/lectern.service is not the unit in /etc/systemd/system: compare them.'
  systemctl start lectern && until_ready && return
  cat >&2 <<TEXT

The new version does not become ready: journalctl --unit lectern
To return to the previous version:
  ln -sfn $old $link && systemctl restart lectern
If it refuses the schema, restore the newest backup of $backup: docs/upgrading.md, "Return to the previous version".
TEXT
  exit 1
}

# A setting of the process that systemd started: it reads quotes and comments of the file in its own way.
setting() {
  pid=$(systemctl show --property=MainPID --value lectern)
  tr '\0' '\n' 2>/dev/null < "/proc/${pid:-0}/environ" | sed -n "s/^$1=//p" | tail -n 1 | tr -d " \r\"'[]"
}

# Waits while the process that was started goes on, up to 15 minutes: migrations of a large school take their time.
until_ready() {
  port=$(setting PORT)
  host=$(setting HOST)
  case $host in '' | 0.0.0.0 | ::) host=127.0.0.1 ;; *:*) host="[$host]" ;; esac
  minutes=15
  until answers_within_a_minute "http://$host:${port:-5000}/readyz"; do
    minutes=$((minutes - 1))
    [ "$minutes" -gt 0 ] && [ "$(systemctl show --property=NRestarts --value lectern)" = 0 ] || return 1
    say 'The new version is still starting; its log: journalctl --unit lectern --follow'
  done
}

answers_within_a_minute() {
  node_modules/.bin/node -e '
    const until = Date.now() + 60_000;
    const look = () => fetch(process.argv[1]).then(({ ok }) => ok, () => false);
    while (!(await look())) {
      if (Date.now() > until) process.exit(1);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }' --input-type=module "$1"
}

if [ -n "$container" ]; then upgrade_containers
elif has_service; then upgrade_service
else stop_with 'Neither systemd nor Docker Compose runs a school on this machine: docs/upgrading.md, "Step by step".'
fi
say "Upgraded from $old, which stays until you remove it."
