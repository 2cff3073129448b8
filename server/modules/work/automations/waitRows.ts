/** The rows of what waits for its time, written in sets. */
import { isNull, lte, or, sql } from 'drizzle-orm'
import type { Settled } from '#contract/automation/waiting.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { count, isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { FoundSpan } from './events/kind.ts'
import type { Rule } from './waits.ts'

/** Milliseconds in which a row that ended is still compared with what is found. */
const KEPT_ENDED = 86_400_000
const AT_ONCE = 1_000

export async function countWaiting({ db, actor }: Scope): Promise<number> {
  const [row] = await db
    .select({ count })
    .from(tables.automationWait)
    .where(ofCompany(tables.automationWait, actor.companyId, isNull(tables.automationWait.firedAt)))
  return row?.count ?? 0
}

/** Rows that wait, that acted and last, or that ended lately. */
export async function waitsOf(
  { db, actor }: Scope,
  ruleIds: readonly Id<'automation'>[],
  { from, only }: { from: Date; only?: readonly number[] },
) {
  const { endedAt, automationId } = tables.automationWait
  const kept = new Date(from.getTime() - KEPT_ENDED).toISOString()
  const rows = await db
    .select()
    .from(tables.automationWait)
    .where(
      ofCompany(
        tables.automationWait,
        actor.companyId,
        isAnyId(automationId, ruleIds),
        only === undefined ? undefined : isAnyId(tables.automationWait.subjectId, only),
        or(isNull(endedAt), sql`${endedAt} >= ${kept}::timestamptz`),
      ),
    )
  return rows.map(
    ({ id, automationId: ruleId, subjectId, since, dueAt, firedAt, endedAt: ended }) => ({
      id,
      ruleId,
      subjectId,
      since: since.getTime(),
      dueAt: dueAt.getTime(),
      isFired: firedAt !== null,
      isEnded: ended !== null,
    }),
  )
}

/** Subjects whose time has come. */
export async function dueSubjects(
  { db, actor, clock }: Scope,
  ruleIds: readonly Id<'automation'>[],
): Promise<number[]> {
  const { subjectId, automationId, firedAt, dueAt } = tables.automationWait
  const rows = await db
    .selectDistinct({ subjectId })
    .from(tables.automationWait)
    .where(
      ofCompany(
        tables.automationWait,
        actor.companyId,
        isAnyId(automationId, ruleIds),
        isNull(firedAt),
        lte(dueAt, clock.now()),
      ),
    )
  return rows.map((row) => row.subjectId)
}

interface Fired {
  id: number
  depth: number
  isEnded: boolean
}

export async function addWaits(
  scope: Scope,
  rule: Pick<Rule, 'id'>,
  added: Settled<FoundSpan>['add'],
): Promise<Fired[]> {
  const { db, actor, clock } = scope
  const now = clock.now()
  const chainOf = await chainsOf(
    scope,
    added.flatMap(({ span }) => span.causeRunId ?? []),
  )
  const fired: Fired[] = []
  for (let at = 0; at < added.length; at += AT_ONCE) {
    const rows = added.slice(at, at + AT_ONCE).map(({ span, isFired, isEnded }) => ({
      companyId: actor.companyId,
      automationId: rule.id,
      subjectId: span.subjectId,
      since: new Date(span.from),
      dueAt: new Date(span.dueAt),
      chain: chainOf(span.causeRunId),
      firedAt: isFired ? now : null,
      endedAt: isEnded ? now : null,
    }))
    const { rows: made } = await db.execute<{ id: number; depth: number; isEnded: boolean }>(
      sql`with made as (${insertRows(tables.automationWait, rows)} on conflict do nothing
        returning id, fired_at, ended_at, cardinality(chain) as depth)
        select id, depth, ended_at is not null as "isEnded" from made where fired_at is not null`,
    )
    fired.push(...made)
  }
  return fired
}

/** The rules that led to a run, and its own. */
async function chainsOf({ db, actor }: Scope, runIds: readonly number[]) {
  const rows =
    runIds.length === 0
      ? []
      : await db
          .select({
            id: tables.automationRun.id,
            automationId: tables.automationRun.automationId,
            chain: tables.automationRun.chain,
          })
          .from(tables.automationRun)
          .where(
            ofCompany(
              tables.automationRun,
              actor.companyId,
              isAnyId(tables.automationRun.id, [...new Set(runIds)]),
            ),
          )
  const chains = new Map<number, Id<'automation'>[]>(
    rows.map(({ id, automationId, chain }) => [id, [...chain, automationId]]),
  )
  return (runId: number | null) => (runId === null ? [] : (chains.get(runId) ?? []))
}

export async function markFired(scope: Scope, fire: Settled<FoundSpan>['fire']): Promise<Fired[]> {
  const { db, actor, clock } = scope
  if (fire.length === 0) return []
  const now = clock.now()
  const isOver = new Map(fire.map(({ id, isEnded }) => [id, isEnded]))
  const marked = await db
    .update(tables.automationWait)
    .set({ firedAt: now, updatedAt: now })
    .where(
      ofCompany(
        tables.automationWait,
        actor.companyId,
        isAnyId(tables.automationWait.id, [...isOver.keys()]),
        isNull(tables.automationWait.firedAt),
      ),
    )
    .returning({ id: tables.automationWait.id, chain: tables.automationWait.chain })
  await markEnded(
    scope,
    marked.flatMap(({ id }) => (isOver.get(id) === true ? [id] : [])),
  )
  return marked.map(({ id, chain }) => ({
    id,
    depth: chain.length,
    isEnded: isOver.get(id) === true,
  }))
}

export async function markEnded(
  { db, actor, clock }: Scope,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const now = clock.now()
  const ended = await db
    .update(tables.automationWait)
    .set({ endedAt: now, updatedAt: now })
    .where(
      ofCompany(
        tables.automationWait,
        actor.companyId,
        isAnyId(tables.automationWait.id, ids),
        isNull(tables.automationWait.endedAt),
      ),
    )
    .returning({ id: tables.automationWait.id })
  return ended.map(({ id }) => id)
}

export async function removeWaits({ db, actor }: Scope, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .delete(tables.automationWait)
      .where(
        ofCompany(tables.automationWait, actor.companyId, isAnyId(tables.automationWait.id, ids)),
      )
}
