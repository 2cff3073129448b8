import { expect, it } from 'vitest'
import { kindOfEvent } from '#contract/automation/events.ts'
import { asId } from '#lib/ids.ts'
import { sentenceFromZoneRule } from './templates.ts'

const rule = {
  locationId: asId('location', 4),
  equipmentTypeId: asId('equipmentType', 9),
  minutes: 1_440,
}

it('copies a built-in alert of a zone with its place, type and time', () => {
  expect(sentenceFromZoneRule({ ...rule, kind: 'left' })?.event).toMatchObject({
    kind: 'equipmentAway',
    locationId: 4,
    equipmentTypeIds: [9],
    minutes: 1_440,
  })
  const idle = sentenceFromZoneRule({ ...rule, kind: 'idle', equipmentTypeId: null })
  expect(idle?.event).toMatchObject({ kind: 'equipmentInPlace', equipmentTypeIds: [] })
  expect(idle && kindOfEvent(idle.event).faults(idle.event)).toEqual([])
})

it('copies no alert that counts equipment, and none without a location', () => {
  expect(sentenceFromZoneRule({ ...rule, kind: 'fewer' })).toBeNull()
  expect(sentenceFromZoneRule({ ...rule, kind: 'idle', locationId: null })).toBeNull()
})
