import type { EntityFields } from '#contract/entityFields.ts'
import { LARGEST_METER_VALUE } from '#contract/meters/meterSources.ts'
import { MAX_IDS } from '#contract/rules/bounds.ts'

/** Importable fields of schedules. The list has its own export. */
const kept = { isSearched: false, isExported: false, isInTable: false } as const
const word = { ...kept, kind: 'one', max: 200 } as const
/** An ISO 8601 duration: P3M, PT8H. */
const span = { ...kept, kind: 'text', max: 20 } as const
const names = { ...kept, kind: 'many', max: 120_000, most: MAX_IDS } as const

export const scheduleFields = {
  /** Identifies a schedule only if the procedure matches too. */
  id: { ...kept, kind: 'code', max: 40, headings: /^id$/i },
  name: {
    ...kept,
    kind: 'name',
    max: 200,
    headings: /^(name|title|schedule([ _-]?name)?|plan([ _-]?name)?)$/i,
  },
  procedure: {
    ...word,
    headings: /^(procedure|task|job([ _-]?plan)?|checklist|form|work)([ _-]?name)?$/i,
  },
  objects: { ...word, headings: /^(objects|performed on|done on)$/i },
  equipment: { ...names, headings: /^(equipment|assets?)([ _-]?(id|no|number|name)s?)?$/i },
  equipmentTypes: { ...names, headings: /^(equipment|asset)[ _-]?types?$/i },
  statuses: { ...names, headings: /^(equipment[ _-]?)?status(es)?$/i },
  locations: { ...names, headings: /^(locations?|places?|rooms?)$/i },
  locationTypes: { ...names, headings: /^(location|place|room)[ _-]?types?$/i },
  tags: { ...names, headings: /^(tags?|labels?)$/i },
  timing: { ...word, headings: /^(timing|kind|type)$/i },
  rule: { ...kept, kind: 'text', max: 20_000, headings: /^(rule|r-?rule|recurrence)$/i },
  every: { ...span, headings: /^(every|interval|frequency|period)$/i },
  restartAfter: { ...span, headings: /^(restart[ _-]?after|after one that nobody did)$/i },
  /** Schedules by use: the meter's name, and how much use. */
  meterType: { ...word, headings: /^meter([ _-]?(type|name))?$/i },
  useQuantity: {
    ...kept,
    kind: 'number',
    max: LARGEST_METER_VALUE,
    headings: /^(use[ _-]?quantity|after (this much )?use)$/i,
  },
  useLatest: { ...span, headings: /^(use[ _-]?latest|at the latest)$/i },
  useEarliest: { ...span, headings: /^(use[ _-]?earliest|not before)$/i },
  repeatCount: {
    ...kept,
    kind: 'number',
    max: 10_000,
    headings: /^(repeat[ _-]?count|repetitions|how many( in all)?)$/i,
  },
  start: {
    ...kept,
    kind: 'minute',
    max: 60,
    headings: /^(start([ _-]?(date|time|on|at))?|starts|first([ _-]?(date|due))?|begin|from)$/i,
  },
  end: {
    ...kept,
    kind: 'day',
    max: 40,
    headings: /^(end([ _-]?(date|on))?|ends|until|last day)$/i,
  },
  deadline: { ...word, headings: /^(deadline|due)$/i },
  deadlineAfter: { ...span, headings: /^deadline[ _-]?after$/i },
  reminder: { ...word, headings: /^reminder$/i },
  reminderTime: { ...span, headings: /^reminder[ _-]?time$/i },
  onHoliday: { ...word, headings: /^on (a )?holidays?$/i },
  onNonWorkingDay: { ...word, headings: /^on (a )?non-?working days?$/i },
  whenOverdue: { ...word, headings: /^when overdue$/i },
  userIds: { ...names, headings: /^(people|users?|assignees?|assigned to|technicians?)$/i },
  roleIds: { ...names, headings: /^(roles?|teams?|groups?)$/i },
  isActive: {
    ...kept,
    kind: 'flag',
    max: 40,
    headings: /^((is[ _-]?)?(active|enabled)|in[ _-]?use|on)$/i,
  },
} as const satisfies EntityFields
