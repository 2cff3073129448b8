/**
 * Half a year of readings: pumps with running hours, defibrillators with shocks. No schedule counts
 * shocks, because the daily check would begin the count again.
 */
import type { Id } from '#contract/ids.ts'
import { totalsOf, type MeterPoint } from '#contract/rules/meterTotals.ts'
import { wallOf } from '#contract/recurrence/wall.ts'
import { wallAt } from '#contract/recurrence/zone.ts'
import * as tables from '#db/schema/index.ts'
import type { Campus } from './campus.ts'
import { checklist, type Checklist } from './procedures.ts'
import { seededRandom, type Random } from './random.ts'
import { insertAll, insertMany, type Seed } from './rows.ts'
import type { EquipmentKey, ProcedureKey, Words } from './words.ts'

const DAY = 86_400_000
const WEEKS = 26
/** Equipment whose meter is read. Of the others only the latest date is known. */
const READ = 30

interface Plan {
  key: keyof Words['meters']
  type: EquipmentKey
  unit: 'h' | ''
  /** Use a week, at least and at most. */
  aWeek: readonly [number, number]
  rollsOverAt: number | null
  schedule: {
    name: keyof Words['schedules']
    procedure: ProcedureKey
    quantity: number
    months: number
  } | null
}

const plans: readonly Plan[] = [
  {
    key: 'runningHours',
    type: 'infusionPump',
    unit: 'h',
    aWeek: [22, 74],
    rollsOverAt: 99_999,
    schedule: { name: 'everyPumpHours', procedure: 'pumpCheck', quantity: 250, months: 3 },
  },
  {
    key: 'shocks',
    type: 'defibrillator',
    unit: '',
    aWeek: [0, 4],
    rollsOverAt: null,
    schedule: null,
  },
]

export async function seedMeters(
  seed: Seed,
  campus: Campus,
  lists: readonly Checklist[],
  readers: readonly Id<'user'>[],
): Promise<void> {
  const random = seededRandom(87)
  for (const plan of plans) {
    const things = campus.things.filter(({ type }) => type === plan.type)
    const meterTypeId = await seedType(seed, plan, campus)
    if (plan.schedule !== null) await seedSchedule(seed, plan.schedule, meterTypeId, lists)
    const readings = things
      .slice(0, READ)
      .map((_thing, index) => totalsOf(weekly(seed.now, random, plan, index), plan.rollsOverAt))
    const rows = things.map(({ id }, index) => {
      const last = readings[index]?.at(-1)
      return {
        companyId: seed.companyId,
        equipmentId: id as Id<'equipment'>,
        typeId: meterTypeId,
        ...(last && { value: last.value, total: last.total, readAt: new Date(last.at) }),
      }
    })
    const meters = await insertAll(seed.db, tables.meter, rows)
    await insertMany(
      seed.db,
      tables.meterReading,
      readings.flatMap((points, index) => {
        const meter = meters[index]
        return meter === undefined
          ? []
          : points.map((point) => ({
              ...point,
              companyId: seed.companyId,
              meterId: meter.id,
              at: new Date(point.at),
              source: 'hand' as const,
              byId: random.pick(readers),
            }))
      }),
    )
  }
}

/** One counter was replaced, and one had come back from repair with a reset counter. */
function weekly(now: Date, random: Random, { aWeek, unit }: Plan, index: number): MeterPoint[] {
  const [least, most] = aWeek
  let value = unit === 'h' ? random.between(200, 9_000) : random.between(0, 40)
  return Array.from({ length: WEEKS }, (_week, week): MeterPoint => {
    const used = random.between(least, most)
    const isNew = unit === 'h' && index < 2 && week === 14
    const endsAt = isNew && index === 0 ? value + 5 : null
    value = isNew ? used : value + used
    return {
      at: new Date(
        now.getTime() - (WEEKS - week) * 7 * DAY + random.between(1, 5) * DAY,
      ).toISOString(),
      value,
      kind: isNew ? (index === 0 ? 'replaced' : 'reset') : 'read',
      startsAt: null,
      endsAt,
    }
  })
}

async function seedType(
  { db, companyId, words }: Seed,
  { key, type, unit, rollsOverAt }: Plan,
  { typeIds }: Campus,
): Promise<Id<'meterType'>> {
  const [made] = await insertAll(db, tables.meterType, [
    {
      companyId,
      name: words.meters[key],
      unit,
      source: 'hand',
      equipmentTypeIds: [typeIds[type]],
      statusIds: [],
      rollsOverAt,
    },
  ])
  if (!made) throw new Error('The meter type was not made')
  return made.id
}

async function seedSchedule(
  { db, companyId, now, words }: Seed,
  { name, procedure, quantity, months }: NonNullable<Plan['schedule']>,
  meterTypeId: Id<'meterType'>,
  lists: readonly Checklist[],
): Promise<void> {
  const procedureId = checklist(lists, procedure).id
  const [rule] = await insertAll(db, tables.rrule, [
    {
      companyId,
      procedureId,
      name: words.schedules[name],
      data: {},
      objects: 'equipment',
      kind: 'byUse',
      meterTypeId,
      use: { quantity, latest: { amount: months, unit: 'months' }, earliest: null },
      start: wallOf(wallAt(now.toISOString(), 'UTC')).slice(0, 16),
      deadline: { kind: 'custom', amount: 14, unit: 'days' },
      onHoliday: 'keep',
      onNonWorkingDay: 'keep',
      whenOverdue: 'keepOpen',
      userIds: [],
      roleIds: [],
      isActive: true,
      activeFrom: now,
      nextEvaluationAt: now,
    },
  ])
  if (!rule) throw new Error('The rule was not made')
  await insertAll(db, tables.reference, [
    { companyId, fromKind: 'rrule', fromId: rule.id, toKind: 'procedure', toId: procedureId },
  ])
}
