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
import { sharedEvent, spansOf, spansOfRule } from './events.ts'
import { MAX_WAITING, type FoundSpan } from './events/kind.ts'
import { addWaits, countWaiting, markEnded, markFired, removeWaits, waitsOf } from './waitRows.ts'
import type { Rule } from './waits.ts'

const EVENTS_AT_ONCE = 1_000

export const isWatching = and(
  isNull(tables.automation.procedureId),
  eq(tables.automation.isActive, true),
  eq(tables.automation.needsReview, false),
)

/** Returns false if another server looks at the company now. */
export async function lookAtCompany(
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
    const room = { left: MAX_WAITING - (await countWaiting(scope)) }
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
  const waitsOfRule = groupBy(
    await waitsOf(
      scope,
      group.map(({ rule }) => rule.id),
      from,
    ),
    ({ ruleId }): number => ruleId,
  )
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
  const isRecent = ({ to, storedAt = 0 }: FoundSpan) =>
    to === null || Math.max(to, storedAt) >= from.getTime()
  const yieldToLoop = makeYielder()
  let hasEmitted = false
  for (const each of group) {
    await yieldToLoop()
    const waits = waitsOfRule.get(each.rule.id) ?? []
    const spans = spansOfRule(each.event, found).filter(isRecent)
    hasEmitted = (await lookAtRule(scope, each, spans, waits, room)) || hasEmitted
  }
  return hasEmitted
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
