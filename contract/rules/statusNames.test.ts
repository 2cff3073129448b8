import { describe, expect, it } from 'vitest'
import { statusAt, type StatusName } from './statusNames.ts'

const name = (patch: Partial<StatusName>): StatusName => ({
  name: 'Out',
  from: null,
  until: null,
  statusId: 1,
  kind: 'usable',
  ...patch,
})

describe('a status by its name', () => {
  const find = statusAt([
    name({ from: 200, statusId: 2, kind: 'failure' }),
    name({ until: 100, statusId: 1 }),
  ])
  it('is the one that had the name at that time', () => {
    expect([find('Out', 50)?.statusId, find('Out', 250)?.statusId]).toEqual([1, 2])
  })
  it('is the latest that had it if none had it then, and undefined for an unknown name', () => {
    expect([find('Out', 150)?.statusId, find('Lost', 50)]).toEqual([2, undefined])
  })
})
