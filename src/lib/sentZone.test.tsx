import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { receiveZone } from '#contract/timeZones/pageOffsets.ts'
import { zoneTableForPage, zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import { runtimeOffset } from '#contract/timeZones/runtimeOffset.ts'
import { wallAt } from '#contract/timeZones/wallTime.ts'
import { formatFor } from './format.tsx'
import { restoreZone, saveZone, useZoneChanges } from './sentZone.ts'

const HOUR = 3_600_000
const fromServer = (timezone: string) => ({
  timezone,
  zone: { release: zoneRelease, ...zoneTableForPage(timezone) },
})
/** A made-up zone: an hour and a half behind UTC, since December two. */
const madeUp = (timezone: string) => ({
  timezone,
  zone: {
    release: '2099z',
    changes: [Date.parse('2026-12-01T00:00Z') / 60_000],
    offsets: [-90, -120],
  },
})
afterEach(() => localStorage.clear())

it.each([
  ['America/Vancouver', '15:00', '2026-12-01'],
  ['America/Edmonton', '14:00', '2026-12-01'],
  ['America/Winnipeg', '13:00', '2026-12-01'],
  ['America/Inuvik', '14:00', '2026-12-01'],
  ['America/Havana', '12:00', '2026-12-01'],
  ['Africa/Casablanca', '08:00', '2026-12-01'],
  ['America/Vancouver', '15:00', '2026-07-01'],
  ['Africa/Casablanca', '07:00', '2026-07-01'],
  ['America/Edmonton', '15:00', '2026-03-07'],
  ['America/Winnipeg', '14:00', '2026-03-07'],
  ['America/Inuvik', '15:00', '2026-03-07'],
  ['America/Havana', '13:00', '2028-01-10'],
])('the page writes %s at %sZ on %s as 08:00', (zone, utc, day) => {
  saveZone(fromServer(zone))
  const format = formatFor('en', zone)
  expect(format.time(`${day}T${utc}:00Z`)).toBe('08:00')
  expect(format.sortable(`${day}T${utc}:00Z`)).toBe(`${day} 08:00:00`)
})

it('a made-up change of a zone reaches what is on screen', () => {
  function Clock() {
    return <p>{formatFor('en', 'Europe/Prague').dateTime('2026-12-01T12:00:00Z')}</p>
  }
  function Frame() {
    return <Clock key={useZoneChanges()} />
  }
  render(<Frame />)
  expect(screen.getByText('1 Dec 2026, 13:00')).toBeTruthy()
  act(() => saveZone(madeUp('Europe/Prague')))
  expect(screen.getByText('1 Dec 2026, 10:00')).toBeTruthy()
  act(() => saveZone(fromServer('Europe/Prague')))
  expect(screen.getByText('1 Dec 2026, 13:00')).toBeTruthy()
})

it('a table that agrees with the browser changes nothing on screen', () => {
  expect(receiveZone('Asia/Kathmandu', zoneTableForPage('Asia/Kathmandu'))).toBe(false)
  expect(receiveZone('Asia/Kathmandu', madeUp('Asia/Kathmandu').zone)).toBe(true)
  expect(receiveZone('Asia/Kathmandu', madeUp('Asia/Kathmandu').zone)).toBe(false)
})

it('the next start uses the stored table before the session is loaded', () => {
  localStorage.setItem('plantroom.zone', JSON.stringify(madeUp('Asia/Tokyo')))
  restoreZone()
  expect(wallAt(Date.parse('2026-11-01T12:00Z'), 'Asia/Tokyo') % (24 * HOUR)).toBe(10.5 * HOUR)
  for (const broken of ['{', '7', '{"timezone":"Asia/Oral","zone":{"changes":"x"}}']) {
    localStorage.setItem('plantroom.zone', broken)
    restoreZone()
  }
  expect(wallAt(Date.parse('2026-11-01T12:00Z'), 'Asia/Oral')).toBe(
    Date.parse('2026-11-01T12:00Z') + runtimeOffset(Date.parse('2026-11-01T12:00Z'), 'Asia/Oral'),
  )
})

it('an answer of a server from before an upgrade leaves the browser’s zone data in use', () => {
  saveZone({ timezone: 'Asia/Almaty' })
  expect(wallAt(0, 'Asia/Almaty')).toBe(runtimeOffset(0, 'Asia/Almaty'))
})
