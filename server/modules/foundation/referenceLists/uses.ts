import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { referencesOf } from '#contract/automation/references.ts'
import { replaceInFilterObject, replaceInRule } from '#contract/automation/replace.ts'
import type { JournalEntity } from '#contract/journal/journal.ts'
import type { JournalKey } from '#contract/journal/journalKeys.ts'
import type { ReferenceItemUse, UseKind } from '#contract/referenceLists/referenceLists.ts'
import type { Reference } from '#contract/journal/references.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { replaceReferences } from '#kernel/events/references.ts'
import type { From } from '#kernel/access/rights.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { moveInNumbers, numbersThatUse } from './inNumbers.ts'

type Carrier = PgTable & {
  companyId: AnyPgColumn
  id: AnyPgColumn
  version: AnyPgColumn
  updatedAt: AnyPgColumn
}

export interface Use {
  kind: UseKind
  table: Carrier
  name: SQL
  id?: SQLWrapper
  alive?: SQL
  visible?: (from: From, scope: Scope) => SQL
  holds: boolean
  carries(id: SQLWrapper | number): SQL
  /**
   * New column values with `to` instead of `from`, or without `from` if null. Null is invalid for
   * required columns.
   */
  put(from: number, to: number | null): Record<string, SQL>
  journalled?: { [E in JournalEntity]: { entity: E; field: JournalKey<E> } }[JournalEntity]
}

type Facts = Pick<Use, 'kind' | 'table' | 'name' | 'holds'> &
  Partial<Pick<Use, 'id' | 'alive' | 'visible' | 'journalled'>>

export const usedInFacts = (facts: Facts, key: string, column: AnyPgColumn): Use => ({
  ...facts,
  carries: (id) => sql`${column} = ${id}`,
  put: (_from, to) => ({ [key]: sql`${to}` }),
})

/** A column with a list of ids. Keeps the order and removes duplicates. */
export const listedBy = (facts: Facts, key: string, column: AnyPgColumn): Use => ({
  ...facts,
  carries: (id) => sql`${column} @> array[${id}]::int[]`,
  put: (from, to) => ({
    [key]:
      to === null
        ? sql`array_remove(${column}, ${from}::int)`
        : sql`array(select kept.id
          from unnest(array_replace(${column}, ${from}::int,
          ${to}::int)) with ordinality as kept(id, place)
          group by kept.id order by min(kept.place))`,
  }),
})

/** A JSON object keyed by ids. If both keys exist, the value of `to` stays. */
export const keyedBy = (facts: Facts, key: string, column: AnyPgColumn): Use => ({
  ...facts,
  carries: (id) => sql`jsonb_exists(${column}, (${id})::text)`,
  put: (from, to) => ({
    [key]:
      to === null
        ? sql`${column} - ${String(from)}`
        : sql`(jsonb_build_object(${String(to)}::text,
          ${column} -> ${String(from)}) || ${column}) - ${String(from)}`,
  }),
})

export function countOf(
  uses: readonly Use[],
  referenceList: { companyId: AnyPgColumn; id: AnyPgColumn },
  isHolding: boolean,
): SQL<number> {
  const counts = uses
    .filter(({ holds }) => holds === isHolding)
    .map(
      ({ table, carries, alive }) =>
        sql`(select count(*)::int from ${table}
          where ${table.companyId} = ${referenceList.companyId} and ${carries(referenceList.id)}
          and ${alive ?? sql`true`})`,
    )
  return counts.length === 0 ? sql<number>`0` : sql<number>`(${sql.join(counts, sql` + `)})`
}

export const countNames = (
  kind: Reference['kind'],
  referenceList: { companyId: AnyPgColumn; id: AnyPgColumn },
): SQL<number> => sql<number>`(
  select count(distinct (${tables.reference.fromKind}, ${tables.reference.fromId}))::int from ${tables.reference}
  where ${tables.reference.companyId} = ${referenceList.companyId} and ${tables.reference.toKind} = ${kind}
  and ${tables.reference.toId} = ${referenceList.id}
    and ${tables.reference.fromKind} in ('automation', 'rrule', 'dashboardItem', 'dynamicDashboard'))`

const own = ({ actor }: Scope, { table }: Use) => ofCompany(table, actor.companyId)

/** Uses, blocking ones first. Counts all; names only what the user may see. */
export async function listUses(
  scope: Scope,
  uses: readonly Use[],
  referenceList: Reference,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; hidden: number; rows: ReferenceItemUse[] }> {
  const { db, actor, from } = scope
  const part = (
    use: Use,
  ) => sql`select ${use.kind}::text as kind, ${use.id ?? use.table.id} as id, ${use.name} as name,
    ${use.holds}::boolean as holds, ${use.visible?.(from, scope) ?? sql`true`} as shown
    from ${use.table} where ${own(scope, use)} and ${use.carries(referenceList.id)}
    and ${use.alive ?? sql`true`}`
  const rules = sql`select 'automation' as kind, ${tables.automation.id} as id,
    coalesce(${tables.automation.name}, ${tables.procedure.name}, '') as name, false as holds,
    (${from.automations()}) as shown
    from ${tables.reference} join ${tables.automation} on ${tables.automation.companyId} = ${tables.reference.companyId}
    and ${tables.automation.id} = ${tables.reference.fromId}
    left join ${tables.procedure} on ${tables.procedure.companyId} = ${tables.automation.companyId}
    and ${tables.procedure.id} = ${tables.automation.procedureId}
    where ${tables.reference.companyId} = ${actor.companyId} and ${tables.reference.fromKind} = 'automation'
    and ${tables.reference.toKind} = ${referenceList.kind} and ${tables.reference.toId} = ${referenceList.id}`
  const schedules = sql`select 'rrule' as kind, ${tables.rrule.id} as id,
    coalesce(nullif(${tables.rrule.name}, ''), ${tables.procedure.name}) as name, false as holds,
    (${from.rrules()}) as shown
    from ${tables.reference} join ${tables.rrule} on ${tables.rrule.companyId} = ${tables.reference.companyId}
    and ${tables.rrule.id} = ${tables.reference.fromId}
    join ${tables.procedure} on ${tables.procedure.companyId} = ${tables.rrule.companyId}
    and ${tables.procedure.id} = ${tables.rrule.procedureId}
    where ${tables.reference.companyId} = ${actor.companyId} and ${tables.reference.fromKind} = 'rrule'
    and ${tables.reference.toKind} = ${referenceList.kind} and ${tables.reference.toId} = ${referenceList.id}`
  const all = sql.join(
    [...uses.map(part), rules, schedules, ...numbersThatUse(scope, referenceList)],
    sql` union all `,
  )
  const {
    rows: [total],
  } = await db.execute<{ n: number; hidden: number }>(
    sql`select count(*)::int as n, (count(*) filter (where not shown))::int as hidden
      from (${all}) as used`,
  )
  const { rows } = await db.execute<ReferenceItemUse & Record<string, unknown>>(
    sql`select kind, id, name, holds from (${all}) as used where shown
      order by holds desc, kind, ${byName(scope, sql`name`)}, id limit ${limit} offset ${offset}`,
  )
  return {
    count: total?.n ?? 0,
    hidden: total?.hidden ?? 0,
    rows: rows.map(({ kind, id, name, holds }) => ({ kind, id, name, holds })),
  }
}

/** Soft-deleted rows that still use it and so block its removal. */
export async function countDeletedUsers(
  scope: Scope,
  uses: readonly Use[],
  id: number,
): Promise<number> {
  let sum = 0
  for (const use of uses.filter(({ holds }) => holds)) {
    const {
      rows: [found],
    } = await scope.db.execute<{ n: number }>(
      sql`select count(*)::int as n from ${use.table}
        where ${own(scope, use)} and ${use.carries(id)}`,
    )
    sum += found?.n ?? 0
  }
  return sum
}

export async function move(
  scope: Scope,
  use: Use,
  from: { id: number; name: string },
  to: { id: number; name: string } | null,
): Promise<number> {
  const { db, actor, clock } = scope
  const where = and(own(scope, use), use.carries(from.id))
  if (use.journalled) {
    const change = JSON.stringify([
      { field: use.journalled.field, before: from.name, after: to?.name ?? null },
    ])
    await db.execute(sql`insert into ${tables.journalEntry} (company_id, at, entity, entity_id,
      entity_name, change, by_kind, by_id, by_name, changes)
      select ${actor.companyId}, ${clock.now()}, ${use.journalled.entity}, ${use.table.id},
      ${use.name}, 'updated', ${actor.cause.kind}, ${actor.cause.id}, ${actor.cause.name},
      ${change}::jsonb from ${use.table} where ${where}`)
  }
  const moved = await db
    .update(use.table)
    .set({ ...use.put(from.id, to?.id ?? null), ...nextVersion(use.table, clock.now()) })
    .where(where)
    .returning({ id: use.table.id })
  return moved.length
}

const whatNames = (
  { db, actor }: Scope,
  kind: 'automation' | 'rrule',
  item: Pick<Reference, 'kind' | 'id'>,
) =>
  db
    .select({ id: tables.reference.fromId })
    .from(tables.reference)
    .where(
      ofCompany(
        tables.reference,
        actor.companyId,
        eq(tables.reference.toKind, item.kind),
        eq(tables.reference.toId, item.id),
        eq(tables.reference.fromKind, kind),
      ),
    )

export async function moveInRules(
  scope: Scope,
  referenceList: Reference,
  from: { name: string },
  to: { id: number; name: string },
): Promise<number> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const named = whatNames(scope, 'automation', referenceList)
  const rules = await db
    .select()
    .from(tables.automation)
    .where(ofCompany(tables.automation, companyId, sql`${tables.automation.id} in ${named}`))
  for (const rule of rules) {
    const next = replaceInRule(rule, {
      kind: referenceList.kind,
      from: referenceList.id,
      to: to.id,
    })
    await db
      .update(tables.automation)
      .set({ ...next, ...nextVersion(tables.automation, clock.now()) })
      .where(ofCompany(tables.automation, companyId, eq(tables.automation.id, rule.id)))
    await replaceReferences(db, companyId, { kind: 'automation', id: rule.id }, referencesOf(next))
    await scope.journal({
      entity: 'automation',
      id: rule.id,
      name: rule.name ?? '',
      before: { [referenceList.kind]: from.name },
      after: { [referenceList.kind]: to.name },
    })
    scope.changed({ type: 'Automation', id: rule.id })
  }
  return (
    rules.length +
    (await moveInSchedules(scope, referenceList, to.id)) +
    (await moveInNumbers(scope, referenceList, to.id))
  )
}

async function moveInSchedules(
  scope: Scope,
  referenceList: Reference,
  to: number,
): Promise<number> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const named = whatNames(scope, 'rrule', referenceList)
  const rows = await db
    .select()
    .from(tables.rrule)
    .where(ofCompany(tables.rrule, companyId, sql`${tables.rrule.id} in ${named}`))
  const swap = <I extends number>(list: readonly I[], kind: Reference['kind']): I[] =>
    referenceList.kind === kind
      ? [...new Set(list.map((id) => (id === referenceList.id ? (to as I) : id)))]
      : [...list]
  for (const row of rows) {
    const data = replaceInFilterObject(row.data, {
      kind: referenceList.kind,
      from: referenceList.id,
      to,
    })
    await db
      .update(tables.rrule)
      .set({
        data,
        roleIds: swap(row.roleIds, 'role'),
        nextEvaluationAt: clock.now(),
        ...nextVersion(tables.rrule, clock.now()),
      })
      .where(ofCompany(tables.rrule, companyId, eq(tables.rrule.id, row.id)))
    await db
      .delete(tables.reference)
      .where(
        ofCompany(
          tables.reference,
          companyId,
          eq(tables.reference.fromKind, 'rrule'),
          eq(tables.reference.fromId, row.id),
          eq(tables.reference.toKind, referenceList.kind),
          eq(tables.reference.toId, referenceList.id),
        ),
      )
    await db
      .insert(tables.reference)
      .values({
        companyId,
        fromKind: 'rrule',
        fromId: row.id,
        toKind: referenceList.kind,
        toId: to,
      })
      .onConflictDoNothing()
  }
  return rows.length
}
