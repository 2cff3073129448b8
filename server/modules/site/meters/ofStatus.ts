/** Hours in statuses, from the journal of equipment. */
import { desc, lt, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { statusAt } from '#contract/rules/statusNames.ts'
import type { StatusChange } from '#contract/rules/statusSpans.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { statusNames } from '../../foundation/journal/index.ts'
import { statusMarks } from './derive.ts'
import { isOneOf, lastBefore, storeDerived, unreadMeters } from './store.ts'

type Type = typeof tables.meterType.$inferSelect
type Change = StatusChange & { meter: Id<'meter'>; id: number }
interface Journalled {
  meter: Id<'meter'>
  id: number
  at: string
  name: string | null
  [column: string]: unknown
}

const { meter, journalEntry: entry } = tables

const METERS_AT_ONCE = 500
const ENTRIES_AT_ONCE = 1_000
/** Entries this young may still be followed by one with a smaller id. */
const COMMITTED_AFTER = 60_000

/** Returns the journal entry up to which everything is counted. */
export async function countStatuses(scope: Scope, type: Type): Promise<number> {
  const yieldIfDue = makeYielder()
  // The history of a new type is counted by meter, up to here.
  const begun = type.countedId === 0 ? await lastSettled(scope) : type.countedId
  // From the last one on, because those before it were read by now.
  for (let after = 0; ;) {
    const unread = await unreadMeters(scope, type.id, { after, limit: METERS_AT_ONCE })
    if (unread.length > 0) await countHistory(scope, type, unread)
    after = unread.at(-1)?.id ?? after
    if (unread.length < METERS_AT_ONCE) break
    await yieldIfDue()
  }
  const { now, until } = times(scope)
  for (let counted = begun; ;) {
    const changes = await changesOf(
      scope,
      type,
      sql`${entry.id} > ${counted}`,
      sql`limit ${ENTRIES_AT_ONCE}`,
    )
    const byMeter = groupBy(changes, (change) => change.meter)
    const asked = [...byMeter].map(([id, own]) => ({ id, from: own[0]?.at ?? now }))
    const before = await lastBefore(scope, asked)
    const statusIds = new Set<number>(type.statusIds)
    await storeDerived(
      scope,
      asked.map(({ id, from }) => ({
        id,
        from,
        points: statusMarks(byMeter.get(id) ?? [], statusIds, {
          until,
          wasOn: before.get(id)?.isRunning ?? null,
        }),
      })),
      'history',
      true,
    )
    const settled = changes.findLast(({ at }) => Date.parse(at) < Date.parse(now) - COMMITTED_AFTER)
    if (settled !== undefined) counted = settled.id
    if (changes.length < ENTRIES_AT_ONCE || settled === undefined) return counted
    await yieldIfDue()
  }
}

async function lastSettled({ db, actor, clock }: Scope): Promise<number> {
  const settled = new Date(clock.now().getTime() - COMMITTED_AFTER)
  const [last] = await db
    .select({ id: entry.id })
    .from(entry)
    .where(ofCompany(entry, actor.companyId, lt(entry.at, settled)))
    .orderBy(desc(entry.id))
    .limit(1)
  return last?.id ?? 0
}

function times({ clock }: Scope): { now: string; until: string } {
  const now = clock.now()
  return { now: now.toISOString(), until: new Date(now.getTime() + 1).toISOString() }
}

/**
 * New meters count from the oldest change that the journal still has. Equipment without any counts
 * from now.
 */
async function countHistory(
  scope: Scope,
  type: Type,
  unread: readonly { id: Id<'meter'>; equipmentId: Id<'equipment'>; statusId: number | null }[],
): Promise<void> {
  const { now, until } = times(scope)
  const changes = await changesOf(
    scope,
    type,
    sql`${entry.entityId} = ${isOneOf(unread.map(({ equipmentId }) => equipmentId))}`,
    sql``,
  )
  const byMeter = groupBy(changes, (change) => change.meter)
  const statusIds = new Set<number>(type.statusIds)
  await storeDerived(
    scope,
    unread.map(({ id, statusId }) => {
      const own: StatusChange[] = byMeter.get(id) ?? [{ at: now, statusId }]
      return {
        id,
        from: own[0]?.at ?? now,
        points: statusMarks(own, statusIds, { until, wasOn: null }),
      }
    }),
    'history',
    true,
  )
}

async function changesOf(
  scope: Scope,
  type: Type,
  where: ReturnType<typeof sql>,
  limit: ReturnType<typeof sql>,
): Promise<Change[]> {
  const { db, actor } = scope
  const { rows } = await db.execute<Journalled>(sql`
    select ${meter.id} as meter, ${entry.id} as id, ${entry.at} as at,
      part ->> 'after' as name
    from ${entry} cross join lateral jsonb_array_elements(${entry.changes}) as part
    join ${meter} on ${meter.companyId} = ${entry.companyId}
      and ${meter.equipmentId} = ${entry.entityId} and ${meter.typeId} = ${type.id}
    where ${entry.companyId} = ${actor.companyId} and ${entry.entity} = 'equipment'
    and part ->> 'field' = 'status' and ${where}
    order by ${entry.id} ${limit}`)
  if (rows.length === 0) return []
  const find = statusAt(await statusNames(scope))
  return rows.map(({ meter: of, id, at, name }) => ({
    meter: of,
    id,
    at: new Date(at).toISOString(),
    statusId: name === null ? null : (find(name, new Date(at).getTime())?.statusId ?? null),
  }))
}
