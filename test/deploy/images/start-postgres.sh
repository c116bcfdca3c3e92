# Creates the user and the database at the first start, then runs the server, as the public image does.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  chown postgres: "$PGDATA"
  printf %s "$POSTGRES_PASSWORD" > /run/password
  chown postgres: /run/password
  runuser -u postgres -- initdb --username="$POSTGRES_USER" --pwfile=/run/password --auth-host=scram-sha-256
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_DB" | runuser -u postgres -- postgres --single -E postgres
fi
exec runuser -u postgres -- postgres -c listen_addresses='*'
