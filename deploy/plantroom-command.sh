#!/bin/sh
# Runs a command of Plantroom with the settings and secrets of its unit, as root:
#   sh deploy/plantroom-command.sh backup /var/lib/plantroom/FILE
# Without them it would work on the embedded database of the folder, whatever DATABASE_URL says.
set -eu
[ $# -gt 0 ] || { echo "Say which command: sh $0 backup FILE" >&2; exit 2; }
exec systemd-run --pty --wait --collect --quiet \
  -p User=plantroom -p Group=plantroom -p WorkingDirectory=/opt/plantroom -p UMask=0077 \
  -p EnvironmentFile=-/etc/plantroom/environment \
  -p LoadCredential=token_secret:/etc/plantroom/token_secret \
  -p LoadCredential=data_key:/etc/plantroom/data_key \
  -E NODE_ENV=production -E DATA_DIR=/var/lib/plantroom \
  /bin/sh -c 'TOKEN_SECRET_FILE=$CREDENTIALS_DIRECTORY/token_secret DATA_KEY_FILE=$CREDENTIALS_DIRECTORY/data_key exec node plantroom.js "$@"' sh "$@"
