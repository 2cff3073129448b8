/** A year of statuses of the demo hospital's equipment, as its journal tells them. */
import { asc } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { statuses, type Campus, type Thing } from './campus.ts'
import { lifeOf } from './lifeFields.ts'
import { seededRandom } from './random.ts'
import type { Seed } from './rows.ts'
import { keysOf, type StatusKey } from './words.ts'

const DAY = 86_400_000
/** Days ago: the earlier failures lie between the first day of equipment and the last weeks. */
const [FIRST_DAY, LAST_DAY] = [390, 75]

type Told = typeof tables.journalEntry.$inferInsert
interface Person {
  id: Id<'user'>
  name: string
}

/**
 * Status changes of the last weeks, each ending at the equipment's current status: unusable
 * equipment became unusable lately; other equipment did so and recovered.
 */
export function statusChanges(
  seed: Seed,
  campus: Campus,
  people: readonly Person[],
  repairs: Repairs,
): Told[] {
  const random = seededRandom(5)
  const names = seed.words.statuses
  const unusable = keysOf(statuses).filter((key) => !statuses[key].isUsable)
  const isUnusable = ({ status }: Thing) => unusable.includes(status)
  const movable = campus.things.filter((thing) => !thing.isStatic)
  const daysAgo = (days: number) => new Date(seed.now.getTime() - days * DAY)
  const change = (thing: Thing, days: number, before: StatusKey, after: StatusKey): Told => {
    const by = random.pick(people)
    return {
      companyId: seed.companyId,
      at: daysAgo(days),
      entity: 'equipment',
      entityId: thing.id,
      entityName: thing.name,
      change: 'updated',
      byKind: 'user',
      byId: by.id,
      byName: by.name,
      changes: [{ field: 'status', before: names[before], after: names[after] }],
    }
  }
  const recent = movable.flatMap((thing) => {
    if (isUnusable(thing)) return [change(thing, random.next() * 25, 'inUse', thing.status)]
    if (!random.chance(0.15)) return []
    const [since, out] = [4 + random.next() * 66, random.pick(unusable)]
    return [
      change(thing, since, 'inUse', out),
      change(thing, since * random.next() * 0.8, out, thing.status),
    ]
  })
  const daysBefore = (at: Date) => (seed.now.getTime() - at.getTime()) / DAY
  const earlier = movable.flatMap((thing) => {
    const repaired = (repairs.get(thing.id) ?? []).flatMap(({ openedAt, closedAt }) => [
      change(thing, daysBefore(openedAt), 'inUse', 'inRepair'),
      change(thing, daysBefore(closedAt), 'inRepair', 'inUse'),
    ])
    return repaired.length > 0 ? repaired : earlierFailures(thing, change)
  })
  return [...earlier, ...recent]
}

type Repairs = ReadonlyMap<Id<'equipment'>, readonly { openedAt: Date; closedAt: Date }[]>

/** Closed tickets of equipment in the days of earlier failures, so that failures have a cause. */
export async function repairsOfEach({ db, companyId, now }: Seed): Promise<Repairs> {
  const rows = await db
    .select({
      equipmentId: tables.ticket.equipmentId,
      openedAt: tables.ticket.openedAt,
      closedAt: tables.ticket.closedAt,
    })
    .from(tables.ticket)
    .where(ofCompany(tables.ticket, companyId))
    .orderBy(asc(tables.ticket.openedAt), asc(tables.ticket.id))
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY)
  const each = new Map<Id<'equipment'>, { openedAt: Date; closedAt: Date }[]>()
  for (const { equipmentId, openedAt, closedAt } of rows) {
    if (equipmentId === null || closedAt === null || openedAt >= closedAt) continue
    if (openedAt < daysAgo(FIRST_DAY) || closedAt > daysAgo(LAST_DAY)) continue
    const repairs = each.get(equipmentId) ?? []
    if ((repairs.at(-1)?.closedAt ?? openedAt) > openedAt) continue
    each.set(equipmentId, [...repairs, { openedAt, closedAt }])
  }
  return each
}

/**
 * Failures and planned work of the year before, about as many as the kind has, each ending in use.
 */
function earlierFailures(
  thing: Thing,
  change: (thing: Thing, days: number, before: StatusKey, after: StatusKey) => Told,
): Told[] {
  const random = seededRandom(thing.id)
  const { failuresAYear } = lifeOf[thing.type]
  const told: Told[] = []
  let days = FIRST_DAY - random.next() * 30
  while (failuresAYear > 0 && days > LAST_DAY) {
    const out: StatusKey = random.chance(0.7) ? 'inRepair' : 'calibrationDue'
    const lasted = 0.1 + random.next() ** 3 * 6
    told.push(change(thing, days, 'inUse', out), change(thing, days - lasted, out, 'inUse'))
    days -= lasted + (365 / failuresAYear) * (0.3 + 1.4 * random.next())
  }
  return told
}
