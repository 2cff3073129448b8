import { expect } from 'vitest'
import type { Fixture } from './fixture.ts'

/** The server itself adds to these, or removes what has had its day. */
const moving = [
  'attempt',
  'automation_run',
  'lease',
  'notification',
  'occurrence',
  'outbox_event',
  'position',
  'security_event',
  'sensor_reading',
  'session',
  'summed_day',
  'summed_mark',
]

/** Every row of before the upgrade is there, in tables that this version still has. */
export function expectKept({ rows, commit }: Fixture, now: Record<string, number>): void {
  const fewer = Object.entries(rows).filter(
    ([table, count]) => !moving.includes(table) && table in now && (now[table] ?? 0) < count,
  )
  expect(fewer, commit).toEqual([])
  for (const table of ['company', 'person', 'equipment', 'procedure_log'])
    expect(now[table], table).toBeGreaterThan(0)
}
