#!/bin/sh
# @bacnet-js/client 3.3.2 of npm, BACnet for Node.js: a date of BACnet may be a pattern. Each octet
# can be 255 for "any", a month 13 or 14 for odd or even ones, a day 32 for the last (ASHRAE 135,
# 20.2.12); a time may leave out its hour (20.2.13). Read as the value of a property, "every 24
# December", "the last day of each month" and "any date" are all 1 January 1900. `decodeDate` tells
# the octets as `raw`, but `bacappDecodeApplicationData`, through which properties come, drops them.
# A time without an hour is worse, because it looks like one: "any time" is midnight, and "each full
# hour" is 15:00 (on 11 January 1900).
# A real midnight, and a real 1 January 1900, read the same. So a schedule or a calendar of a building
# controller cannot be copied from such values.
# Source: lib/asn1 of the package, and the output of this script.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
export TZ=UTC
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @bacnet-js/client@3.3.2 >/dev/null
cat >try.cjs <<'JS'
const asn1 = require(`${process.cwd()}/node_modules/@bacnet-js/client/dist/lib/asn1.js`)

const DATE = 0xa4
const TIME = 0xb4
/** A property's value, with its application tag. */
function read(tag, ...octets) {
  const bytes = Buffer.from([tag, ...octets])
  const { value, raw } = asn1.bacappDecodeApplicationData(bytes, 0, bytes.length, 0, 85)
  return `${value.toISOString()}${raw === undefined ? '' : ' with octets'}`
}

const told = {
  'date 1 December 2026': read(DATE, 126, 12, 1, 2),
  'date any': read(DATE, 255, 255, 255, 255),
  'date every 24 December': read(DATE, 255, 12, 24, 255),
  'date last day of each month': read(DATE, 255, 255, 32, 255),
  'date 1 January 1900': read(DATE, 0, 1, 1, 1),
  'time any': read(TIME, 255, 255, 255, 255),
  'time 00:00': read(TIME, 0, 0, 0, 0),
  'time each full hour': read(TIME, 255, 0, 0, 0),
  'decodeDate every 24 December': JSON.stringify(
    asn1.decodeDate(Buffer.from([255, 12, 24, 255]), 0).raw,
  ),
}
for (const [said, value] of Object.entries(told)) console.log(`${said}: ${value}`)
const nothing = '1900-01-01T00:00:00.000Z'
const expected = [
  '2026-12-01T00:00:00.000Z',
  nothing,
  nothing,
  nothing,
  nothing,
  nothing,
  nothing,
  '1900-01-11T15:00:00.000Z',
  '{"year":255,"month":12,"day":24,"wday":255}',
]
process.exitCode = JSON.stringify(Object.values(told)) === JSON.stringify(expected) ? 0 : 1
JS
node try.cjs
