/**
 * Looks at what rules watch: writes what waits for its time, and sends off what is due. It depends
 * only on stored data and the time, so a restart or a second server is harmless.
 */
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { endingOf, isWatched } from '#contract/automation/events.ts'
import { settleWaits, type Settled } from '#contract/automation/waiting.ts'
import type { DomainEvent } from '#contract/events.ts'
import type { Id } from '#contract/ids.ts'
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
import { spansOf, tagsOfEvents } from './events.ts'
import { MAX_WAITING, type FoundSpan } from './events/kind.ts'
import { ofRule, type Rule } from './waits.ts'

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
  const changed = new Set<number>()
  const lookedAt = new Map<number, number>()
  let watching: Id<'company'>[] | null = null
  let askedAt = 0
  kernel.live.observe(({ tags }, companyId) => {
    const types = tags.map((tag) => (typeof tag === 'string' ? tag : tag.type))
    if (types.includes('Automation')) watching = null
    if (types.some((type) => type === 'Automation' || tagsOfEvents.has(type)))
      changed.add(companyId)
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
    const due = await dueCompanies(kernel, now)
    for (const companyId of companies) {
      const last = lookedAt.get(companyId)
      const isQuiet = last !== undefined && Math.abs(now.getTime() - last) < AT_LEAST_EVERY
      if (isQuiet && !changed.has(companyId) && !due.has(companyId)) continue
      changed.delete(companyId)
      const from = last === undefined ? now.getTime() - FIRST_LOOK : last - MARGIN
      try {
        if (await lookAtCompany(kernel, companyId, new Date(from)))
          lookedAt.set(companyId, now.getTime())
      } catch (error) {
        changed.add(companyId)
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

async function dueCompanies({ pool }: Kernel, now: Date): Promise<ReadonlySet<number>> {
  const { firedAt, dueAt, companyId } = tables.automationWait
  const rows = await asSystem(pool, (db) =>
    db
      .selectDistinct({ id: companyId })
      .from(tables.automationWait)
      .where(and(isNull(firedAt), lte(dueAt, now))),
  )
  return new Set(rows.map(({ id }) => id))
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
    let room = MAX_WAITING - (await waitingRows(scope))
    let hasEmitted = false
    for (const rule of rules) {
      const looked = await scope.attempt(
        () => lookAtRule(scope, rule, from, room),
        (error) => {
          kernel.log.error({ err: error, companyId, rule: rule.id }, 'a rule was not looked at')
          return { added: 0, hasEmitted: false }
        },
      )
      room -= looked.added
      hasEmitted ||= looked.hasEmitted
    }
    return { isOurs: true, hasEmitted }
  })
  if (outcome.hasEmitted) kernel.wake(companyId)
  return outcome.isOurs
}

async function waitingRows({ db, actor }: Scope): Promise<number> {
  const [row] = await db
    .select({ count })
    .from(tables.automationWait)
    .where(ofCompany(tables.automationWait, actor.companyId, isNull(tables.automationWait.firedAt)))
  return row?.count ?? 0
}

async function lookAtRule(scope: Scope, rule: Rule, from: Date, room: number) {
  const now = scope.clock.now()
  const nothing = { added: 0, hasEmitted: false }
  if (!isWatched(rule.event)) return nothing
  const since = rule.watchesSince ?? rule.createdAt
  const waits = await waitsOf(scope, rule, from)
  const found = await spansOf(scope, rule.event, {
    from,
    now,
    since,
    known: waits.flatMap(({ subjectId, isEnded }) => (isEnded ? [] : [subjectId])),
  })
  const settled = settleWaits(
    found.filter(({ to }) => to === null || to >= from.getTime()),
    waits,
    { now: now.getTime(), since: since.getTime() },
  )
  const { added, refused } = fit(settled, room)
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
  return { added: waiting - settled.remove.length, hasEmitted: fired.length + over.length > 0 }
}

function fit({ add }: Settled<FoundSpan>, room: number) {
  let left = Math.max(0, room)
  const added = add.filter(({ isFired }) => isFired || left-- > 0)
  return { added, refused: add.length - added.length }
}

async function waitsOf(scope: Scope, rule: Rule, from: Date) {
  const { endedAt } = tables.automationWait
  const rows = await scope.db
    .select()
    .from(tables.automationWait)
    .where(
      and(
        ofRule(scope, rule),
        or(
          isNull(endedAt),
          sql`${endedAt} >= ${new Date(from.getTime() - KEPT_ENDED).toISOString()}::timestamptz`,
        ),
      ),
    )
  return rows.map(({ id, subjectId, since, dueAt, firedAt, endedAt: ended }) => ({
    id,
    subjectId,
    since: since.getTime(),
    dueAt: dueAt.getTime(),
    isFired: firedAt !== null,
    isEnded: ended !== null,
  }))
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
