#!/bin/sh
# npm 11.19.1: `npm sbom --omit dev` leaves out a production package on which a development package
# depends, too: here React, a dependency of the project, for which react-dom asks as its peer.
# `npm ls --omit dev` lists it, and the lockfile does not mark it as `dev`. A bill of materials made so
# lacks packages that are delivered, in both formats.
# Source: the output of this script.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir tool project
(cd tool && npm init -y >/dev/null && npm install --silent --no-audit --no-fund npm@11.19.1 >/dev/null)
npm=$folder/tool/node_modules/.bin/npm
cd project
cat >package.json <<'JSON'
{
  "name": "project",
  "version": "1.0.0",
  "dependencies": { "react": "19.2.0" },
  "devDependencies": { "react-dom": "19.2.0" }
}
JSON
"$npm" install --silent --no-audit --no-fund >/dev/null
"$npm" --version
listed=$("$npm" ls --omit dev --parseable | grep -c 'node_modules/react$' || true)
billed() { "$npm" sbom --omit dev --sbom-format "$1" | grep -c 'pkg:npm/react@19.2.0' || true; }
marked=$(grep -A 8 '"node_modules/react": {' package-lock.json | grep -c '"dev": true' || true)
cyclonedx=$(billed cyclonedx)
spdx=$(billed spdx)
echo "npm ls --omit dev names react: $listed"
echo "the lockfile marks react as dev: $marked"
echo "npm sbom --omit dev names react: $cyclonedx (CycloneDX), $spdx (SPDX)"
test "$listed $marked $cyclonedx $spdx" = '1 0 0 0'
