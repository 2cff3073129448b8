/** The hospital's schedules with a year behind them. */
import { inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { PlanEntry } from '#contract/recurrence/calendar.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { companyTime } from '../modules/foundation/company/index.ts'
import { planOf } from '../modules/work/schedules/index.ts'
import * as tables from '#db/schema/index.ts'
import type { Campus } from './campus.ts'
import { isSummer } from './performances.ts'
import { checklist, type Checklist } from './procedures.ts'
import { seededRandom, type Random } from './random.ts'
import { insertAll, type Seed } from './rows.ts'
import type { EquipmentKey, ProcedureKey, Words } from './words.ts'

const DAYS_BEHIND = 365
const DAY = 86_400_000

type Timing = Pick<
  RruleDraft,
  | 'kind'
  | 'rule'
  | 'every'
  | 'use'
  | 'deadline'
  | 'reminder'
  | 'onHoliday'
  | 'onNonWorkingDay'
  | 'whenOverdue'
>
interface Plan extends Timing {
  whose: ('manager' | 'staff' | 'technician')[]
  procedure: ProcedureKey
  name: keyof Words['schedules']
  at: string
  objects: RruleDraft['objects']
  on: (campus: Campus) => number[]
  data: (ids: readonly number[]) => RruleDraft['rruleData']
}

const specific = (rule: string): Timing => ({
  kind: 'specific',
  rule,
  every: null,
  use: null,
  deadline: { kind: 'endOfDay' },
  reminder: null,
  onHoliday: 'skip',
  onNonWorkingDay: 'keep',
  whenOverdue: 'keepOpen',
})
const thingsOf =
  (type: EquipmentKey) =>
  ({ things }: Campus): number[] =>
    things.filter((thing) => thing.type === type).map(({ id }) => id)

const plans: Plan[] = [
  {
    ...specific('FREQ=DAILY'),
    onHoliday: 'keep',
    whose: ['staff'],
    procedure: 'wardRound',
    name: 'morning',
    at: '08:00',
    objects: 'locations',
    on: ({ rooms }) =>
      rooms
        .filter(({ floor }) => floor === 'intensive')
        .slice(0, 4)
        .map(({ place }) => place.id),
    data: (ids) => ({ locationIds: ids as Id<'location'>[] }),
  },
  {
    ...specific('FREQ=WEEKLY;BYDAY=MO'),
    deadline: { kind: 'endOfWeek' },
    whose: ['manager'],
    procedure: 'wardRound',
    name: 'manager',
    at: '10:00',
    objects: 'locations',
    on: ({ rooms }) =>
      rooms
        .filter(({ floor }) => floor === 'cardiology')
        .slice(0, 6)
        .map(({ place }) => place.id),
    data: (ids) => ({ locationIds: ids as Id<'location'>[] }),
  },
  {
    ...specific('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'),
    whose: ['staff', 'technician'],
    procedure: 'defibrillatorCheck',
    name: 'workingDays',
    at: '07:00',
    objects: 'equipment',
    on: ({ things, rooms }) =>
      things
        .filter(
          ({ type, room }) =>
            type === 'defibrillator' &&
            rooms.some(({ place, floor }) => place.id === room.id && floor === 'emergency'),
        )
        .map(({ id }) => id),
    data: (ids) => ({ equipmentIds: ids as Id<'equipment'>[] }),
  },
  {
    ...specific('FREQ=WEEKLY;INTERVAL=4;BYDAY=TU'),
    whose: ['technician'],
    deadline: { kind: 'endOfWeek' },
    procedure: 'pumpCheck',
    name: 'fourthTuesday',
    at: '09:00',
    objects: 'equipment',
    on: thingsOf('infusionPump'),
    data: () => ({}),
  },
  {
    whose: ['staff', 'technician'],
    kind: 'rolling',
    rule: null,
    every: { amount: 3, unit: 'days' },
    use: null,
    deadline: { kind: 'hours', hours: 12 },
    reminder: null,
    onHoliday: 'keep',
    onNonWorkingDay: 'keep',
    whenOverdue: 'keepOpen',
    procedure: 'fridgeTemperature',
    name: 'afterReading',
    at: '10:00',
    objects: 'equipment',
    on: thingsOf('medicineFridge'),
    data: () => ({}),
  },
]
/** Fridges whose reading is overdue. */
const LATE = 4

export interface Scheduled {
  list: Checklist
  by: Id<'user'>
  row: typeof tables.occurrence.$inferInsert & { doneAt: Date | null }
}
type Planner = 'manager' | 'staff' | 'technician'

export async function seedSchedules(
  seed: Seed,
  campus: Campus,
  lists: readonly Checklist[],
  roleIds: Record<Planner, Id<'role'>>,
  inRole: (...roles: Planner[]) => Id<'user'>[],
): Promise<Scheduled[]> {
  const { db, companyId, now, words } = seed
  const random = seededRandom(23)
  const made: Scheduled[] = []
  for (const { procedure, name, at, objects, on, data, whose, ...timing } of plans) {
    const list = checklist(lists, procedure)
    const ids = on(campus)
    if (ids.length === 0) throw new Error(`The demo has nothing for ${name}`)
    const begin = new Date(now.getTime() - DAYS_BEHIND * DAY)
    const start = `${begin.toISOString().slice(0, 10)}T${at}`
    const accessScope = await dataOf(seed, ids, objects, data(ids))
    const roles = whose.map((role) => roleIds[role])
    const draft = { ...timing, restartAfter: null, repeatCount: null, start, end: null }
    const [rule] = await db
      .insert(tables.rrule)
      .values({
        ...draft,
        companyId,
        procedureId: list.id,
        name: words.schedules[name],
        data: accessScope,
        objects,
        userIds: [],
        roleIds: roles,
        isActive: true,
        activeFrom: begin,
        nextEvaluationAt: now,
        createdAt: begin,
        updatedAt: begin,
      })
      .returning()
    if (!rule) throw new Error('The rule was not made')
    await insertAll(db, tables.reference, [
      { companyId, fromKind: 'rrule', fromId: rule.id, toKind: 'procedure', toId: list.id },
      ...roles.map((id) => ({
        companyId,
        fromKind: 'rrule' as const,
        fromId: rule.id,
        toKind: 'role' as const,
        toId: id,
      })),
    ])
    const things = ids.map((id) =>
      objects === 'equipment'
        ? { equipmentId: id as Id<'equipment'>, locationId: null }
        : { equipmentId: null, locationId: id as Id<'location'> },
    )
    await insertAll(
      db,
      tables.rruleObject,
      things.map((thing) => ({ companyId, rruleId: rule.id, since: begin, ...thing })),
    )
    const people = inRole(...whose)
    const facts = { companyId, rruleId: rule.id, procedureId: list.id }
    const occurred =
      timing.kind === 'specific'
        ? onDates(random, now, planned(seed, draft, begin), things)
        : afterEach(random, now, begin, things)
    made.push(
      ...occurred.map((one) => ({
        list,
        by: random.pick(people),
        row: {
          ...facts,
          ...one,
          createdAt: one.at,
          updatedAt: one.doneAt ?? (one.dueBy !== null && one.dueBy < now ? one.dueBy : one.at),
        },
      })),
    )
  }
  return made
}

type Thing = Pick<typeof tables.occurrence.$inferInsert, 'equipmentId' | 'locationId'>
type Occurred = Thing & {
  plannedAt: Date
  at: Date
  dueBy: Date | null
  state: 'done' | 'due' | 'late' | 'missed'
  doneAt: Date | null
}

/** The seed writes occurrences up to this night; the schedule runner adds today's. */
function planned(
  { now, language }: Seed,
  draft: Parameters<typeof planOf>[0],
  begin: Date,
): PlanEntry[] {
  const time = companyTime({
    timezone: 'Europe/Prague',
    language,
    weekStart: null,
    workingHours: [],
    holidays: [],
  })
  const until = new Date(Math.floor(now.getTime() / DAY) * DAY)
  return planOf(draft, time, { from: begin.toISOString(), to: until.toISOString() }).filter(
    ({ outcome }) => outcome !== 'skipped',
  )
}

/** Mostly done in time, sometimes late or never, and less often in summer. */
function onDates(
  random: Random,
  now: Date,
  days: readonly PlanEntry[],
  things: readonly Thing[],
): Occurred[] {
  return days.flatMap(({ at, plannedAt, dueBy }) =>
    things.map((thing) => {
      const luck = random.next()
      const due = dueBy === null ? null : new Date(dueBy)
      const inTime = isSummer(new Date(at)) ? 0.84 : 0.92
      const isStillOpen = due !== null && due > now && luck < 0.25
      const doneAt = isStillOpen
        ? null
        : luck < inTime
          ? new Date(Date.parse(at) + random.between(5, 300) * 60_000)
          : luck < inTime + 0.05 && due
            ? new Date(due.getTime() + random.between(20, 400) * 60_000)
            : null
      const isDone = doneAt !== null && doneAt < now
      // the last occurrence has no successor yet, so it may still be done
      const undone = at === days.at(-1)?.at ? ('late' as const) : ('missed' as const)
      return {
        ...thing,
        plannedAt: new Date(plannedAt),
        at: new Date(at),
        dueBy: due,
        state: isDone ? ('done' as const) : isStillOpen ? ('due' as const) : undone,
        doneAt: isDone ? doneAt : null,
      }
    }),
  )
}

/**
 * Each occurrence lasts half a day and follows the last after some days. A few were forgotten: they
 * became due a day ago.
 */
function afterEach(random: Random, now: Date, begin: Date, things: readonly Thing[]): Occurred[] {
  const dueBy = (at: Date) => new Date(at.getTime() + DAY / 2)
  const done = (thing: Thing, at: Date): Occurred => ({
    ...thing,
    plannedAt: at,
    at,
    dueBy: dueBy(at),
    state: 'done',
    doneAt: new Date(at.getTime() + 40 * 60_000),
  })
  const forgotten = new Date(now.getTime() - DAY)
  return things.flatMap((thing, index) =>
    index >= LATE
      ? readings(random, begin, now).map((at) => done(thing, at))
      : [
          ...readings(random, begin, new Date(forgotten.getTime() - 3 * DAY)).map((at) =>
            done(thing, at),
          ),
          {
            ...thing,
            plannedAt: forgotten,
            at: forgotten,
            dueBy: dueBy(forgotten),
            state: 'late' as const,
            doneAt: null,
          },
        ],
  )
}

/**
 * Roughly every third day, the last within three days, so some are due again today and some
 * tomorrow.
 */
function readings(random: Random, begin: Date, now: Date): Date[] {
  const found: Date[] = []
  for (
    let at = now.getTime() - random.between(60, 4_000) * 60_000;
    at > begin.getTime();
    at -= 3 * DAY + random.between(-300, 300) * 60_000
  )
    found.unshift(new Date(at))
  return found
}

/** By type if all equipment of the type is meant, so that new equipment is included. */
async function dataOf(
  { db, companyId }: Seed,
  ids: readonly number[],
  objects: RruleDraft['objects'],
  own: RruleDraft['rruleData'],
): Promise<RruleDraft['rruleData']> {
  if (objects === 'locations' || Object.keys(own).length > 0) return own
  const types = await db
    .selectDistinct({ id: tables.equipment.typeId })
    .from(tables.equipment)
    .where(ofCompany(tables.equipment, companyId, inArray(sql`${tables.equipment.id}`, [...ids])))
  return { equipmentTypeIds: types.map(({ id }) => id) }
}
