/** One look at the rules of a company: writes what waits for its time, and sends off what is due. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { endingOf, isWatched, type WatchedEvent } from '#contract/automation/events.ts'
import { settleWaits, type Settled, type Wait } from '#contract/automation/waiting.ts'
import type { DomainEvent } from '#contract/events.ts'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { writeEvents } from '#kernel/events/pendingWrites.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import { actsOnce, sharedEvent, spansOf, spansOfRule, touchedSince } from './events.ts'
import { MAX_WAITING, type FoundSpan } from './events/kind.ts'
import {
  addWaits,
  countWaiting,
  dueSubjects,
  markEnded,
  markFired,
  removeWaits,
  waitsOf,
} from './waitRows.ts'
import type { Rule } from './waits.ts'

const EVENTS_AT_ONCE = 1_000

export const isWatching = and(
  isNull(tables.automation.procedureId),
  eq(tables.automation.isActive, true),
  eq(tables.automation.needsReview, false),
)

/** `changedSince`: only what changed since then matters, or is due. Null asks for everything. */
export interface Look {
  from: Date
  changedSince: Date | null
  concerns(rule: WatchingRule): boolean
}

/** Returns false if another server looks at the company now. */
export async function lookAtCompany(
  kernel: Kernel,
  companyId: Id<'company'>,
  look: Look,
): Promise<boolean> {
  const outcome = await asSystemActor(kernel, companyId, async (scope) => {
    const {
      rows: [lock],
    } = await scope.db.execute<{ isOurs: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('automation events'), ${companyId}::int) as "isOurs"`,
    )
    if (lock?.isOurs !== true) return { isOurs: false, hasEmitted: false }
    const rules = await scope.db
      .select(watchingColumns)
      .from(tables.automation)
      .where(ofCompany(tables.automation, companyId, isWatching))
      .orderBy(tables.automation.id)
    const room = { left: MAX_WAITING - (await countWaiting(scope)) }
    let hasEmitted = false
    const alike = groupBy(
      rules.flatMap((rule): Watching[] =>
        isWatched(rule.event) && look.concerns(rule) ? [{ rule, event: rule.event }] : [],
      ),
      ({ event }) => sharedEvent(event).key,
    )
    for (const group of alike.values())
      hasEmitted =
        (await scope.attempt(
          () => lookAtGroup(scope, group, look, room),
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

const { id, companyId, event, watchesSince, createdAt, refusedWaits } = tables.automation
const watchingColumns = { id, companyId, event, watchesSince, createdAt, refusedWaits }
export type WatchingRule = Pick<Rule, keyof typeof watchingColumns>

interface Watching {
  rule: WatchingRule
  event: WatchedEvent
}

const sinceOf = ({ rule }: Watching) => rule.watchesSince ?? rule.createdAt

/** Rules whose spans are found together. Returns whether one acts. */
async function lookAtGroup(
  scope: Scope,
  group: readonly Watching[],
  { from, changedSince }: Look,
  room: { left: number },
): Promise<boolean> {
  const [first] = group
  if (!first) return false
  const ruleIds = group.map(({ rule }) => rule.id)
  const touched =
    changedSince === null ? undefined : await touchedSince(scope, first.event, changedSince)
  const only = touched && [...new Set([...touched, ...(await dueSubjects(scope, ruleIds))])]
  if (only?.length === 0) return false
  const of = { from, ...(only && { only }) }
  const waits = await waitsOf(scope, ruleIds, of)
  const waitsOfRule = groupBy(waits, ({ ruleId }): number => ruleId)
  const lasting = waits.flatMap(({ subjectId, isEnded }) => (isEnded ? [] : [subjectId]))
  const found = await spansOf(scope, sharedEvent(first.event).event, {
    ...of,
    now: scope.clock.now(),
    since: new Date(Math.min(...group.map((each) => sinceOf(each).getTime()))),
    known: [...new Set(lasting)],
  })
  const isRecent = ({ to, storedAt = 0 }: FoundSpan) =>
    to === null || Math.max(to, storedAt) >= from.getTime()
  const yieldToLoop = makeYielder()
  let hasEmitted = false
  for (const each of group) {
    await yieldToLoop()
    const ofRule = waitsOfRule.get(each.rule.id) ?? []
    const spans = spansOfRule(each.event, found).filter(isRecent)
    const own = {
      spans: actsOnce(each.event) ? asActed(spans, ofRule) : spans,
      waits: ofRule,
      isWhole: only === undefined,
    }
    hasEmitted = (await lookAtRule(scope, each, own, room)) || hasEmitted
  }
  return hasEmitted
}

/** Spans of subjects for which the rule acted keep the times at which it did. */
function asActed(spans: readonly FoundSpan[], waits: readonly Wait[]): FoundSpan[] {
  const acted = new Map(
    waits.flatMap((wait) => (wait.isFired ? [[wait.subjectId, wait] as const] : [])),
  )
  return spans.map((span) => {
    const wait = acted.get(span.subjectId)
    return wait === undefined ? span : { ...span, from: wait.since, dueAt: wait.dueAt }
  })
}

interface Own {
  spans: readonly FoundSpan[]
  waits: readonly Wait[]
  /** Of all subjects, not only of those that changed. */
  isWhole: boolean
}

async function lookAtRule(
  scope: Scope,
  watched: Watching,
  { spans, waits, isWhole }: Own,
  room: { left: number },
): Promise<boolean> {
  const { rule } = watched
  const settled = settleWaits(spans, waits, {
    now: scope.clock.now().getTime(),
    since: sinceOf(watched).getTime(),
  })
  const { added, refused: refusedNow } = fit(settled, room.left)
  const refused = refusedNow + (isWhole ? 0 : rule.refusedWaits)
  const fired = [...(await addWaits(scope, rule, added)), ...(await markFired(scope, settled.fire))]
  const ended = await markEnded(scope, settled.end)
  const over =
    endingOf(rule.event) === 'nothing'
      ? []
      : [...ended, ...fired.flatMap(({ id, isEnded }) => (isEnded ? [id] : []))]
  await removeWaits(scope, settled.remove)
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

async function emitAll(
  { db, actor, clock }: Scope,
  events: readonly (DomainEvent & { depth: number })[],
): Promise<void> {
  for (let at = 0; at < events.length; at += EVENTS_AT_ONCE)
    await writeEvents(
      db,
      actor.companyId,
      events.slice(at, at + EVENTS_AT_ONCE).map(({ depth, ...payload }) => ({
        payload,
        depth,
        causationId: null,
        at: clock.now(),
      })),
    )
}
