/** What a schedule rule, its dates and its occurrences look like (spec sections 2, 3, 7 and 9). */
import { z } from 'zod'
import { id, ids } from '#contract/ids.ts'
import { daysOff, occurrenceStates } from '#contract/recurrence/kinds.ts'
import { timeUnits } from '#contract/rules/timeUnits.ts'
import { givenDay, givenMinute, instant, text, version } from '#contract/shapes.ts'

export const named = <T extends z.ZodType>(idSchema: T) =>
  z.object({ id: idSchema, name: z.string() })

/** How long it may be is judged where it is new (`longSpans`), as what is stored may be longer. */
const amount = { amount: z.number().int().min(1).max(10_000), unit: z.enum(timeUnits) }
const span = z.strictObject(amount)

const deadline = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('hours'), hours: z.number().int().min(1).max(10_000) }),
  z.strictObject({ kind: z.literal('endOfDay') }),
  z.strictObject({ kind: z.literal('endOfWeek') }),
  z.strictObject({ kind: z.literal('endOfMonth') }),
  z.strictObject({ kind: z.literal('endOfYear') }),
  z.strictObject({ kind: z.literal('custom'), ...amount }),
])
/** The custom reminder delay: so long before the deadline, or after it began to be due. */
const reminder = z.strictObject({ from: z.enum(['beforeDeadline', 'afterStart']), ...amount })

/**
 * Spec section 3: which things; one that names several kinds takes what fits all of them. Locations
 * stand for all inside.
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
  /** Each equipment or each location that fits has occurrences of its own. */
  objects: z.enum(['equipment', 'locations']),
  /**
   * `specific` follows the calendar by `rule`; `rolling` comes `every` so long after the last was
   * done.
   */
  kind: z.enum(['specific', 'rolling']),
  /**
   * RFC 5545, e.g. `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU`, with EXDATE and RDATE lines where there are
   * any; null when rolling.
   */
  rule: text(20_000).meta({ example: 'FREQ=DAILY' }).nullable(),
  every: span.nullable(),
  /** Rolling: how long after one that nobody did; null: as after one that was done. */
  restartAfter: span.nullable(),
  /** Rolling: how many in all; null: no end. A specific one says so in its rule. */
  repeatCount: z.number().int().min(1).max(10_000).nullable(),
  start: givenMinute,
  /** Rolling: none on a later day. */
  end: givenDay.nullable(),
  deadline,
  reminder: reminder.nullable(),
  onHoliday: z.enum(daysOff),
  onNonWorkingDay: z.enum(daysOff),
  /** What the deadline does to one that nobody did. */
  whenOverdue: z.enum(['keepOpen', 'close']),
  /** Whose work it is; both empty: whoever may perform. */
  userIds: ids('user'),
  roleIds: ids('role'),
  isActive: z.boolean(),
})
export type RruleDraft = z.output<typeof rruleDraft>

export const rrule = rruleDraft.extend({
  id: id('rrule'),
  procedure: named(id('procedure')),
  /** Things that fit now. */
  objectCount: z.number().int(),
  openCount: z.number().int(),
  lateCount: z.number().int(),
  nextAt: instant.nullable(),
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
  at: instant,
  plannedAt: instant,
  outcome: z.enum(['due', 'skipped', 'moved']),
  because: z.array(because),
  dueBy: instant.nullable(),
  remindAt: instant.nullable(),
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
/**
 * Why a rule cannot be kept: a code for a sentence in each language, the part of the rule, and what
 * stood there.
 */
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
  /** Where the equipment is kept now, or what is around the location; null: nobody may say. */
  place: z.string().nullable(),
  at: instant,
  dueBy: instant.nullable(),
  state: z.enum(occurrenceStates),
  doneAt: instant.nullable(),
  /** Done after its deadline, or not done and past it. */
  isLate: z.boolean(),
  procedureLogId: id('procedureLog').nullable(),
  version,
})
export type OccurrenceRow = z.output<typeof occurrence>

/** One equipment and what schedules ask of it. */
export const equipmentSchedule = z.object({
  id: id('equipment'),
  name: z.string(),
  type: named(id('equipmentType')),
  location: named(id('location')).nullable(),
  rules: z.array(z.object({ id: id('rrule'), name: z.string() })),
  openCount: z.number().int(),
  lateCount: z.number().int(),
  /** The earliest deadline of what is open; of one without a deadline, when it became due. */
  dueBy: instant.nullable(),
  lastDoneAt: instant.nullable(),
  nextAt: instant.nullable(),
})
export type EquipmentSchedule = z.output<typeof equipmentSchedule>
