/**
 * Looks at what rules watch: writes what waits for its time, and sends off what is due. It depends
 * only on stored data and the time, so a restart or a second server is harmless.
 */
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { endingOf, isWatched, type WatchedEvent } from '#contract/automation/events.ts'
import { settleWaits, type Settled, type Wait } from '#contract/automation/waiting.ts'
import type { DomainEvent } from '#contract/events.ts'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { insertRows } from '#kernel/data/insertRows.ts'
import { count, isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { writeEvents } from '#kernel/events/pendingWrites.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { isTouched, sharedEvent, spansOf, spansOfRule, tagsOfEvents } from './events.ts'
import { MAX_WAITING, type FoundSpan } from './events/kind.ts'
import type { Rule } from './waits.ts'

const EVERY = 2_000
/** Milliseconds until a company is looked at without a change. */
const AT_LEAST_EVERY = 60_000
/** Milliseconds that the first look of a server goes back, and a margin for later ones. */
const FIRST_LOOK = 2 * 86_400_000
const MARGIN = 2 * 60_000
const KEPT_ENDED = 86_400_000
const AT_ONCE = 1_000

export function startWatchingRules(kernel: Kernel): void {
  const look = makeLook(kernel)
  startJob(kernel, { name: 'events of automations', every: EVERY, run: look })
}

/** Returns one run of the job, which looks only at companies with something changed or due. */
export function makeLook(kernel: Kernel): () => Promise<void> {
  const changed = new Map<number, Set<string>>()
  const lookedAt = new Map<number, number>()
  let watching: Id<'company'>[] | null = null
  let askedAt = 0
  kernel.live.observe(({ tags }, companyId) => {
    for (const { type, id } of tags) {
      // The look itself publishes the tags of single rules.
      const isSaved = type === 'Automation' && id === undefined
      if (isSaved) watching = null
      if (!isSaved && !tagsOfEvents.has(type)) continue
      const types = changed.get(companyId) ?? new Set()
      changed.set(companyId, types.add(type))
    }
  })
  const ask = async (now: Date) => {
    // A rule that is saved meanwhile makes it unknown again.
    watching = []
    askedAt = now.getTime()
    const found = await watchingCompanies(kernel)
    watching &&= found
    return found
  }
  return async () => {
    const now = kernel.clock.now()
    const isKnown = Math.abs(now.getTime() - askedAt) < AT_LEAST_EVERY
    const companies = watching !== null && isKnown ? watching : await ask(now)
    if (companies.length === 0) return
    const due = await dueRules(kernel, now)
    for (const companyId of companies) {
      const last = lookedAt.get(companyId)
      const isWhole = last === undefined || Math.abs(now.getTime() - last) >= AT_LEAST_EVERY
      const tags = changed.get(companyId) ?? new Set()
      const dueHere = due.get(companyId) ?? new Set()
      if (!isWhole && tags.size === 0 && dueHere.size === 0) continue
      changed.delete(companyId)
      // A rule that was skipped since the last whole look goes back as far.
      const from = last === undefined ? now.getTime() - FIRST_LOOK : last - MARGIN
      const concerns = ({ id, event }: Rule) =>
        isWhole ||
        tags.has('Automation') ||
        dueHere.has(id) ||
        (isWatched(event) && isTouched(event, tags))
      try {
        const isOurs = await lookAtCompany(kernel, companyId, new Date(from), concerns)
        if (isOurs && isWhole) lookedAt.set(companyId, now.getTime())
        if (!isOurs) changed.set(companyId, tags)
      } catch (error) {
        changed.set(companyId, tags)
        kernel.log.error({ err: error, companyId }, 'the rules of a company were not looked at')
      }
    }
  }
}

async function watchingCompanies({ pool }: Kernel): Promise<Id<'company'>[]> {
  const rows = await asSystem(pool, (db) =>
    db
      .selectDistinct({ id: tables.automation.companyId })
      .from(tables.automation)
      .where(isWatching),
  )
  return rows.map(({ id }) => id)
}

async function dueRules({ pool }: Kernel, now: Date): Promise<ReadonlyMap<number, Set<number>>> {
  const { firedAt, dueAt, companyId, automationId } = tables.automationWait
  const rows = await asSystem(pool, (db) =>
    db
      .selectDistinct({ companyId, automationId })
      .from(tables.automationWait)
      .where(and(isNull(firedAt), lte(dueAt, now))),
  )
  const due = new Map<number, Set<number>>()
  for (const row of rows)
    due.set(row.companyId, (due.get(row.companyId) ?? new Set()).add(row.automationId))
  return due
}

const isWatching = and(
  isNull(tables.automation.procedureId),
  eq(tables.automation.isActive, true),
  eq(tables.automation.needsReview, false),
)

/** Returns false if another server looks at the company now. */
async function lookAtCompany(
  kernel: Kernel,
  companyId: Id<'company'>,
  from: Date,
  concerns: (rule: Rule) => boolean,
): Promise<boolean> {
  const outcome = await asSystemActor(kernel, companyId, async (scope) => {
    const {
      rows: [lock],
    } = await scope.db.execute<{ isOurs: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('automation events'), ${companyId}::int) as "isOurs"`,
    )
    if (lock?.isOurs !== true) return { isOurs: false, hasEmitted: false }
    const rules = await scope.db
      .select()
      .from(tables.automation)
      .where(ofCompany(tables.automation, companyId, isWatching))
      .orderBy(tables.automation.id)
    const room = { left: MAX_WAITING - (await waitingRows(scope)) }
    let hasEmitted = false
    const alike = groupBy(
      rules.flatMap((rule): Watching[] =>
        isWatched(rule.event) && concerns(rule) ? [{ rule, event: rule.event }] : [],
      ),
      ({ event }) => sharedEvent(event).key,
    )
    for (const group of alike.values())
      hasEmitted =
        (await scope.attempt(
          () => lookAtGroup(scope, group, from, room),
          (error) => {
            const ids = group.map(({ rule }) => rule.id)
            kernel.log.error({ err: error, companyId, rules: ids }, 'rules were not looked at')
            return false
          },
        )) || hasEmitted
    return { isOurs: true, hasEmitted }
  })
  if (outcome.hasEmitted) kernel.wake(companyId)
  return outcome.isOurs
}

interface Watching {
  rule: Rule
  event: WatchedEvent
}

const sinceOf = ({ rule }: Watching) => rule.watchesSince ?? rule.createdAt

/** Rules whose spans are found together. Returns whether one acts. */
async function lookAtGroup(
  scope: Scope,
  group: readonly Watching[],
  from: Date,
  room: { left: number },
): Promise<boolean> {
  const [first] = group
  if (!first) return false
  const waitsOfRule = groupBy(await waitsOf(scope, group, from), ({ ruleId }): number => ruleId)
  const found = await spansOf(scope, sharedEvent(first.event).event, {
    from,
    now: scope.clock.now(),
    since: new Date(Math.min(...group.map((each) => sinceOf(each).getTime()))),
    known: [
      ...new Set(
        [...waitsOfRule.values()]
          .flat()
          .flatMap(({ subjectId, isEnded }) => (isEnded ? [] : [subjectId])),
      ),
    ],
  })
  const recent = found.filter(
    ({ to, storedAt = 0 }) => to === null || Math.max(to, storedAt) >= from.getTime(),
  )
  let hasEmitted = false
  for (const each of group) {
    const waits = waitsOfRule.get(each.rule.id) ?? []
    hasEmitted =
      (await lookAtRule(scope, each, spansOfRule(each.event, recent), waits, room)) || hasEmitted
  }
  return hasEmitted
}

async function waitingRows({ db, actor }: Scope): Promise<number> {
  const [row] = await db
    .select({ count })
    .from(tables.automationWait)
    .where(ofCompany(tables.automationWait, actor.companyId, isNull(tables.automationWait.firedAt)))
  return row?.count ?? 0
}

async function lookAtRule(
  scope: Scope,
  watched: Watching,
  spans: readonly FoundSpan[],
  waits: readonly Wait[],
  room: { left: number },
): Promise<boolean> {
  const { rule } = watched
  const settled = settleWaits(spans, waits, {
    now: scope.clock.now().getTime(),
    since: sinceOf(watched).getTime(),
  })
  const { added, refused } = fit(settled, room.left)
  const fired = [...(await addWaits(scope, rule, added)), ...(await markFired(scope, settled.fire))]
  const ended = await markEnded(scope, settled.end)
  const over =
    endingOf(rule.event) === 'nothing'
      ? []
      : [...ended, ...fired.flatMap(({ id, isEnded }) => (isEnded ? [id] : []))]
  if (settled.remove.length > 0)
    await scope.db
      .delete(tables.automationWait)
      .where(
        ofCompany(
          tables.automationWait,
          scope.actor.companyId,
          isAnyId(tables.automationWait.id, settled.remove),
        ),
      )
  await emitAll(scope, [
    ...fired.map(({ id, depth }) => ({ type: 'automation.triggered' as const, waitId: id, depth })),
    ...over.map((id) => ({ type: 'automation.over' as const, waitId: id, depth: 0 })),
  ])
  if (refused !== rule.refusedWaits)
    await scope.db
      .update(tables.automation)
      .set({ refusedWaits: refused })
      .where(ofCompany(tables.automation, rule.companyId, eq(tables.automation.id, rule.id)))
  const waiting = added.filter(({ isFired }) => !isFired).length
  if (waiting + settled.remove.length + fired.length > 0 || refused !== rule.refusedWaits)
    scope.changed({ type: 'Automation', id: rule.id })
  room.left -= waiting - settled.remove.length
  return fired.length + over.length > 0
}

function fit({ add }: Settled<FoundSpan>, room: number) {
  let left = Math.max(0, room)
  const added = add.filter(({ isFired }) => isFired || left-- > 0)
  return { added, refused: add.length - added.length }
}

async function waitsOf({ db, actor }: Scope, group: readonly Watching[], from: Date) {
  const { endedAt, automationId } = tables.automationWait
  const kept = new Date(from.getTime() - KEPT_ENDED).toISOString()
  const rows = await db
    .select()
    .from(tables.automationWait)
    .where(
      ofCompany(
        tables.automationWait,
        actor.companyId,
        isAnyId(
          automationId,
          group.map(({ rule }) => rule.id),
        ),
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

interface Fired {
  id: number
  depth: number
  isEnded: boolean
}

async function addWaits(
  scope: Scope,
  rule: Rule,
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

async function markFired(scope: Scope, fire: Settled<FoundSpan>['fire']): Promise<Fired[]> {
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

async function markEnded({ db, actor, clock }: Scope, ids: readonly number[]): Promise<number[]> {
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

async function emitAll(
  { db, actor, clock }: Scope,
  events: readonly (DomainEvent & { depth: number })[],
): Promise<void> {
  for (let at = 0; at < events.length; at += AT_ONCE)
    await writeEvents(
      db,
      actor.companyId,
      events.slice(at, at + AT_ONCE).map(({ depth, ...payload }) => ({
        payload,
        depth,
        causationId: null,
        at: clock.now(),
      })),
    )
}
