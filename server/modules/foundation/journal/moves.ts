/** Moves of a field as the journal has them: a ticket's state, an equipment's status. */
import { sql } from 'drizzle-orm'
import type { JournalEntity } from '#contract/journal/journal.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

export interface Move {
  subjectId: number
  at: number
  before: string | null
  after: string | null
  runId: number | null
}

/** In order, for each subject. */
export async function movesOf(
  { db, actor }: Scope,
  entity: JournalEntity,
  field: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Move[]>> {
  if (ids.length === 0) return new Map()
  const { journalEntry } = tables
  const { rows } = await db.execute<{
    subjectId: number
    at: string
    before: string | null
    after: string | null
    runId: number | null
  }>(sql`select ${journalEntry.entityId} as "subjectId",
      extract(epoch from ${journalEntry.at}) * 1000 as at,
      moved->>'before' as before, moved->>'after' as after,
      case ${journalEntry.byKind} when 'automation' then ${journalEntry.byId} end as "runId"
    from ${journalEntry}, jsonb_array_elements(${journalEntry.changes}) as moved
    where ${ofCompany(
      journalEntry,
      actor.companyId,
      sql`${journalEntry.entity} = ${entity}`,
      isAnyId(journalEntry.entityId, ids),
    )} and moved->>'field' = ${field}
    order by ${journalEntry.id}`)
  return groupBy(
    rows.map((row) => ({ ...row, at: Number(row.at) })),
    ({ subjectId }) => subjectId,
  )
}

/** Ids whose journal has an entry since then. */
export const changedSince = ({ actor }: Scope, entity: JournalEntity, from: Date) => {
  const { journalEntry } = tables
  const before = sql`coalesce((select ${journalEntry.id} from ${journalEntry}
    where ${ofCompany(journalEntry, actor.companyId, sql`${journalEntry.at} < ${from.toISOString()}::timestamptz`)}
    order by ${journalEntry.id} desc limit 1), 0)`
  return sql`(select ${journalEntry.entityId} from ${journalEntry}
    where ${ofCompany(journalEntry, actor.companyId, sql`${journalEntry.id} > ${before}`)}
    and ${journalEntry.entity} = ${entity})`
}

/** Subjects whose journal has an entry since then. */
export async function touchedSince(
  scope: Scope,
  entity: JournalEntity,
  since: Date,
): Promise<number[]> {
  const { rows } = await scope.db.execute<{ id: number }>(
    sql`select distinct changed.entity_id as id from ${changedSince(scope, entity, since)} as changed`,
  )
  return rows.map(({ id }) => id)
}

export interface Stay {
  /** As the journal has it; null before the first move. */
  name: string | null
  from: number
  to: number | null
  runId: number | null
}

/**
 * When a subject was in one of `wanted`, or in each state if it is null. Without moves, it is there since `begin`. `isThere`: by its
 * id, because a name may have changed since.
 */
export function staysIn(
  wanted: ReadonlySet<string> | null,
  moves: readonly Move[],
  { begin, isThere }: { begin: number; isThere: boolean },
): Stay[] {
  const stays: Stay[] = []
  for (const [index, { at, after, runId }] of moves.entries()) {
    const next = moves[index + 1]
    const isIn =
      next === undefined ? isThere : after !== null && (wanted === null || wanted.has(after))
    const last = stays.at(-1)
    if (!isIn) continue
    if (wanted !== null && last?.to === at) last.to = next?.at ?? null
    else stays.push({ name: after, from: at, to: next?.at ?? null, runId })
  }
  return moves.length === 0 && isThere
    ? [{ name: null, from: begin, to: null, runId: null }]
    : stays
}
