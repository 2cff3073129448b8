import { expect, it } from 'vitest'
import { offsetAt, zoneNames } from '#contract/timeZones/pinnedOffsets.ts'
import { formerNames, isFormerName } from './formerNames.ts'

it('a former name of a time zone has the offsets of its current name', () => {
  for (const { zone, current } of formerNames) {
    expect(zoneNames()).toEqual(expect.arrayContaining([zone, current]))
    expect(isFormerName(current), zone).toBe(false)
    for (const day of ['2026-01-15', '2026-07-15', '2031-03-20'])
      expect(offsetAt(Date.parse(day), zone), zone).toBe(offsetAt(Date.parse(day), current))
  }
})
