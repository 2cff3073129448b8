import { describe, expect, it } from 'vitest'
import { pauseAfter } from './snapshotTimer.ts'
import { nameOf, snapshotNamed, snapshotsToDelete, type Snapshot } from './snapshots.ts'

const at = (iso: string, beforeUpgrade = false): Snapshot => ({ at: new Date(iso), beforeUpgrade })

describe('the name of a snapshot', () => {
  it('says when it was taken and why, and is read back', () => {
    for (const snapshot of [at('2026-11-22T05:20:09.000Z'), at('2026-11-22T05:20:09.000Z', true)])
      expect(snapshotNamed(nameOf(snapshot))).toEqual(snapshot)
  })
  it('is distinguished from any other name', () => {
    for (const name of ['.making-2026-11-22T05-20-09Z', '2026-13-45T05-20-09Z', 'notes', '..'])
      expect(snapshotNamed(name)).toBeUndefined()
  })
})

describe('the retention of snapshots', () => {
  const tenMinutes = 600_000
  const week = Array.from({ length: 7 * 144 }, (_, turn) =>
    at(new Date(Date.parse('2026-11-15T00:05:00Z') + turn * tenMinutes).toISOString()),
  )

  it('keeps a handful of a week: the newest, the last of each of three hours and three days', () => {
    const dropped = new Set(snapshotsToDelete(week))
    expect(week.filter((each) => !dropped.has(each)).map(nameOf)).toEqual([
      '2026-11-19T23-55-00Z',
      '2026-11-20T23-55-00Z',
      '2026-11-21T21-55-00Z',
      '2026-11-21T22-55-00Z',
      '2026-11-21T23-45-00Z',
      '2026-11-21T23-55-00Z',
    ])
  })
  it('ends with the same when it drops them one by one, as they come', () => {
    let kept: Snapshot[] = []
    for (const each of week) {
      kept = [...kept, each]
      const dropped = new Set(snapshotsToDelete(kept))
      kept = kept.filter((one) => !dropped.has(one))
      expect(kept.length).toBeLessThanOrEqual(8)
    }
    const dropped = new Set(snapshotsToDelete(week))
    expect(kept).toEqual(week.filter((each) => !dropped.has(each)))
  })
  it('keeps those from before the last two upgrades, however old', () => {
    const upgrades = ['2025-01-01', '2025-06-01', '2026-01-01'].map((day) =>
      at(`${day}T00:00:00Z`, true),
    )
    expect(snapshotsToDelete([...upgrades, ...week.slice(-2)])).toEqual([upgrades[0]])
  })
  it('takes fewer of a large database', () => {
    expect(pauseAfter(2_000, 10)).toBe(600_000)
    expect(pauseAfter(60_000, 10)).toBe(3_000_000)
  })
})
