import { describe, expect, it } from 'vitest'
import { asId } from '#lib/ids.ts'
import { openChecksAfter } from './openChecksAfter.ts'

const check = (
  procedure: number,
  equipment: number | null,
  location: number | null,
  day: number,
) => ({
  procedure: { id: asId('procedure', procedure), name: 'A check' },
  equipment: equipment === null ? null : { id: asId('equipment', equipment), name: 'A pump' },
  location: location === null ? null : { id: asId('location', location), name: 'A room' },
  at: `2026-11-${day}T08:00:00.000Z`,
})
const done = (procedure: number, equipment: number | null, location: number | null) => ({
  procedureId: asId('procedure', procedure),
  equipmentId: equipment === null ? null : asId('equipment', equipment),
  locationId: location === null ? null : asId('location', location),
})

describe('the open checks, counting what waits on the device,', () => {
  const [late, due, room] = [check(1, 10, 5, 21), check(1, 10, 5, 23), check(2, null, 5, 23)]

  it('are all while nothing waits', () => {
    expect(openChecksAfter([late, due, room], [])).toEqual([late, due, room])
  })
  it('are one less for each submission, the earliest first', () => {
    expect(openChecksAfter([due, late, room], [done(1, 10, null)])).toEqual([due, room])
    expect(openChecksAfter([due, late], [done(1, 10, null), done(1, 10, null)])).toEqual([])
  })
  it('are not changed by what was done elsewhere, or was another procedure', () => {
    expect(
      openChecksAfter([late, room], [done(1, 11, null), done(1, null, 5), done(3, 10, null)]),
    ).toEqual([late, room])
  })
  it('match a room by itself', () => {
    expect(openChecksAfter([late, room], [done(2, null, 5)])).toEqual([late])
  })
})
