#!/bin/bash
# Like the official image, this one uses a temporary server at its first start, which listens only on its socket.
set -eo pipefail
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  initdb --username=postgres --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD")
  printf '\nhost all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -w start -o "$(printf '%q ' "${@:2}" -c listen_addresses= -p 5432)"
  sleep "$FIRST_START_SECONDS"
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@"
