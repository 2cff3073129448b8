#!/bin/sh
# ical.js 2.2.1: a series of days in a calendar file comes out different from RFC 5545. A yearly
# 29 February falls on 1 March in common years (3.3.10: invalid dates are ignored), and a series that
# only lists its dates (RDATE, as lists of public holidays do) lacks its first day (3.8.2.4: DTSTART is
# the first instance).
# Source: the output of this script, and RFC 5545.
# Exits 0 if the behaviour is as described, 1 if it has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ical.js@2.2.1 >/dev/null
cat >try.mjs <<'JS'
import ICAL from 'ical.js'

function datesOf(start, line, count) {
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//sample//EN',
    'BEGIN:VEVENT',
    'UID:1@sample',
    'DTSTAMP:20260101T000000Z',
    `DTSTART;VALUE=DATE:${start}`,
    line,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  const calendar = new ICAL.Component(ICAL.parse(text))
  const dates = new ICAL.Event(calendar.getFirstSubcomponent('vevent')).iterator()
  return Array.from({ length: count }, () => String(dates.next() ?? '')).join(' ').trim()
}

const cases = [
  ['20240229', 'RRULE:FREQ=YEARLY', 4, '2024-02-29 2025-03-01 2026-03-01 2027-03-01'],
  ['20260401', 'RDATE;VALUE=DATE:20270422,20280411', 3, '2027-04-22 2028-04-11'],
]
let isAsDescribed = true
for (const [start, line, count, expected] of cases) {
  const found = datesOf(start, line, count)
  console.log(`DTSTART ${start}, ${line}: ${found}`)
  if (found !== expected) isAsDescribed = false
}
process.exit(isAsDescribed ? 0 : 1)
JS
node try.mjs
