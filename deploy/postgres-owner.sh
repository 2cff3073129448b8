#!/bin/sh
# Run once by the image of PostgreSQL, after the roles: an ordinary owner, no superuser, and its database.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$(cat /run/secrets/database_password)" --username postgres <<'SQL'
create role plantroom_owner login password :'password' nosuperuser nobypassrls;
create database plantroom owner plantroom_owner;
grant plantroom_tenant, plantroom_system to plantroom_owner;
SQL
