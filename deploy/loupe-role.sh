# Read once, when the cluster is made. Loupe owns its database and is no superuser.
psql --username postgres --set ON_ERROR_STOP=1 --set password="$LOUPE_PASSWORD" <<'SQL'
CREATE ROLE loupe LOGIN PASSWORD :'password';
CREATE DATABASE loupe OWNER loupe;
SQL
