import type { EntityFields } from '#contract/entityFields.ts'
import { equipmentFields } from '#contract/equipment/equipmentFields.ts'
import { LARGEST_METER_VALUE } from './meterSources.ts'

/** Importable fields of meter readings. A reading is known by its meter and its time. */
const kept = { isSearched: false, isExported: false, isInTable: false } as const
const number = { ...kept, kind: 'number', max: LARGEST_METER_VALUE } as const

export const readingFields = {
  equipmentId: {
    ...kept,
    kind: 'code',
    max: 100,
    headings: equipmentFields.equipmentId.headings,
  },
  /** The name, for equipment without a number. */
  equipment: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^((equipment|asset|machine|device)([ _-]?name)?|name)$/i,
  },
  /** The meter type. May be missing if the equipment has one meter that takes readings. */
  meter: {
    ...kept,
    kind: 'one',
    max: 200,
    headings: /^(meter|counter)([ _-]?(type|name))?$/i,
  },
  readAt: {
    ...kept,
    kind: 'instant',
    max: 40,
    headings:
      /^(read(ing)?[ _-]?(at|on|date|time)|(date|time)([ _-]?(of[ _-]?reading|read))?|date[ _-]?(and[ _-]?)?time|timestamp|when|at)$/i,
  },
  meterReading: {
    ...number,
    headings: /^((meter|counter)[ _-]?)?(reading|value)$/i,
  },
  /** What happened: a reset, a replacement or a rollover. */
  readingKind: { ...kept, kind: 'one', max: 100, headings: /^(what[ _-]?happened|event|kind)$/i },
  counterStart: {
    ...number,
    headings: /^(counter[ _-]?start|(new[ _-]?)?(start|first)[ _-]?(value|reading))$/i,
  },
  counterEnd: {
    ...number,
    headings: /^(counter[ _-]?end|(old[ _-]?)?(end|last)[ _-]?(value|reading))$/i,
  },
} as const satisfies EntityFields
