import { z } from 'zod'
import { id, ids } from '#contract/ids.ts'
import { daysOff, expectedBy, occurrenceStates } from '#contract/recurrence/kinds.ts'
import { MAX_WORKING_HOURS, timeUnits } from '#contract/rules/timeUnits.ts'
import { givenDay, givenMinute, instant, text, version } from '#contract/shapes.ts'

export const named = <T extends z.ZodType>(idSchema: T) =>
  z.object({ id: idSchema, name: z.string() })

/**
 * The maximum length is checked only for new values (`tooLongSpans`), because stored spans may be
 * longer.
 */
const amount = { amount: z.number().int().min(1).max(10_000), unit: z.enum(timeUnits) }
const span = z.strictObject(amount)

/** Of one interval, in the meter's unit. */
const LARGEST_QUANTITY = 1_000_000_000

const deadline = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('hours'), hours: z.number().int().min(1).max(10_000) }),
  z.strictObject({
    kind: z.literal('workingHours'),
    hours: z.number().int().min(1).max(MAX_WORKING_HOURS),
  }),
  z.strictObject({ kind: z.literal('endOfDay') }),
  z.strictObject({ kind: z.literal('endOfWeek') }),
  z.strictObject({ kind: z.literal('endOfMonth') }),
  z.strictObject({ kind: z.literal('endOfYear') }),
  z.strictObject({ kind: z.literal('custom'), ...amount }),
])
/** A custom reminder: this long before the deadline, or after the start. */
const reminder = z.strictObject({ from: z.enum(['beforeDeadline', 'afterStart']), ...amount })

const use = z.strictObject({
  /** The meter of each target. Equipment without it has only the latest date. */
  meterTypeId: id('meterType'),
  quantity: z.number().gt(0).max(LARGEST_QUANTITY),
  /** At the latest this long after the last completion; null for no latest date. */
  latest: span.nullable(),
  /** Not before this long after the last completion; null for no earliest date. */
  earliest: span.nullable(),
})

/**
 * Target filter (spec section 3). Several kinds of ids are combined with AND; locations include
 * everything inside.
 */
export const rruleData = z.strictObject({
  equipmentIds: ids('equipment').optional(),
  equipmentTypeIds: ids('equipmentType').optional(),
  equipmentStatusIds: ids('equipmentStatus').optional(),
  locationIds: ids('location').optional(),
  locationTypeIds: ids('locationType').optional(),
  tagIds: ids('tag').optional(),
})

export const rruleDraft = z.strictObject({
  name: text(200).nullable(),
  procedureId: id('procedure'),
  rruleData,
  objects: z.enum(['equipment', 'locations']),
  /**
   * `specific`: on the calendar dates of `rule`. `rolling`: `every` this long after the last
   * completion. `byUse`: when the equipment was used this much since the last completion.
   */
  kind: z.enum(['specific', 'rolling', 'byUse']),
  /**
   * RFC 5545, such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU`, with optional EXDATE and RDATE lines; null
   * if rolling.
   */
  rule: text(20_000).meta({ example: 'FREQ=DAILY' }).nullable(),
  every: span.nullable(),
  /** By use only. */
  use: use.nullable().default(null),
  /** Rolling only: delay after a missed occurrence; null to use `every`. */
  restartAfter: span.nullable(),
  /**
   * Rolling only: total number of occurrences; null for no limit. A specific schedule uses COUNT in
   * its rule.
   */
  repeatCount: z.number().int().min(1).max(10_000).nullable(),
  start: givenMinute,
  /** Rolling only: the last day for an occurrence. */
  end: givenDay.nullable(),
  deadline,
  reminder: reminder.nullable(),
  onHoliday: z.enum(daysOff),
  onNonWorkingDay: z.enum(daysOff),
  whenOverdue: z.enum(['keepOpen', 'close']),
  /** The assignees; if both lists are empty, any user who may perform the procedure. */
  userIds: ids('user'),
  roleIds: ids('role'),
  isActive: z.boolean(),
})
export type RruleDraft = z.output<typeof rruleDraft>

/** An expected date of a schedule by use. Days of the company's time zone, both included. */
const expectedDate = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  by: z.enum(expectedBy),
})

export const rrule = rruleDraft.extend({
  id: id('rrule'),
  procedure: named(id('procedure')),
  /** By use only. */
  meterType: named(id('meterType')).extend({ unit: z.string() }).nullable(),
  objectCount: z.number().int(),
  openCount: z.number().int(),
  lateCount: z.number().int(),
  nextAt: instant.nullable(),
  /** By use only: the earliest expected date. */
  expected: expectedDate.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
})
export type Rrule = z.output<typeof rrule>

const because = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('holiday'), name: z.string() }),
  z.object({
    kind: z.literal('nonWorkingDay'),
    weekday: z.enum(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
  }),
  z.object({ kind: z.literal('clockChange'), local: z.string() }),
  z.object({ kind: z.literal('merged'), into: instant }),
  z.object({ kind: z.literal('nowhereToGo') }),
])

export const planEntry = z.object({
  /** The middle of the span if `expected`. */
  at: instant,
  plannedAt: instant,
  outcome: z.enum(['due', 'skipped', 'moved']),
  because: z.array(because),
  dueBy: instant.nullable(),
  remindAt: instant.nullable(),
  expected: expectedDate
    .extend({
      /** Number of equipment with this date. */
      targets: z.number().int(),
      /** The first of them by name, at most three. */
      equipment: z.array(named(id('equipment'))),
    })
    .optional(),
})
export const planChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('kept'),
    before: planEntry,
    after: planEntry,
    deadlineChanged: z.boolean(),
  }),
  z.object({
    kind: z.literal('moved'),
    before: planEntry,
    after: planEntry,
    how: z.enum(['sameDay', 'nearest']),
  }),
  z.object({ kind: z.literal('added'), after: planEntry }),
  z.object({ kind: z.literal('removed'), before: planEntry }),
])
export const ruleFault = z.object({
  code: z.string(),
  part: z.string().nullable(),
  value: z.string().nullable(),
})

export const occurrence = z.object({
  id: id('occurrence'),
  rruleId: id('rrule'),
  procedure: named(id('procedure')),
  equipment: named(id('equipment')).nullable(),
  location: named(id('location')).nullable(),
  /**
   * The equipment's location, or the location's parent; null if there is none or the user may not
   * see it.
   */
  place: z.string().nullable(),
  at: instant,
  dueBy: instant.nullable(),
  state: z.enum(occurrenceStates),
  doneAt: instant.nullable(),
  /** Done after the deadline, or past the deadline and not done. */
  isLate: z.boolean(),
  procedureLogId: id('procedureLog').nullable(),
  version,
})
export type OccurrenceRow = z.output<typeof occurrence>

export const equipmentSchedule = z.object({
  id: id('equipment'),
  name: z.string(),
  type: named(id('equipmentType')),
  location: named(id('location')).nullable(),
  rules: z.array(z.object({ id: id('rrule'), name: z.string() })),
  openCount: z.number().int(),
  lateCount: z.number().int(),
  /**
   * The earliest deadline of the open occurrences. An occurrence without a deadline counts with its
   * start.
   */
  dueBy: instant.nullable(),
  lastDoneAt: instant.nullable(),
  nextAt: instant.nullable(),
})
export type EquipmentSchedule = z.output<typeof equipmentSchedule>
