/** Processes events that the server watches: their time has come, or they are over. */
import { and, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { endingOf } from '#contract/automation/events.ts'
import type { FilterVerdict, GuardKind } from '#contract/automation/match.ts'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Reaction } from '#kernel/events/eventSet.ts'
import { notifyBusyRule } from '../../foundation/alerts/index.ts'
import { closeByRule, noteOver, selectTickets } from '../tickets/index.ts'
import { evaluatedOf, runAll, runOf, type Evaluated, type NewRun, type Rule } from './run.ts'
import { occasionsOfWaits, type WaitRow } from './waits.ts'

/** Rules that lead to each other end after so many. */
const LONGEST_CHAIN = 3
/** Runs of one rule in an hour; the rest is one alert. */
const MAX_RUNS_AN_HOUR = 60
const HOUR = 3_600_000

export const onTriggered: Reaction<'automation.triggered'> = async (events) => {
  const [first] = events
  if (!first) return []
  const { scope } = first
  const found = await occasionsOfWaits(
    scope,
    events.map(({ payload }) => payload.waitId),
  )
  const foundOf = new Map(found.map((one): [number, typeof one] => [one.wait.id, one]))
  const left = await runsLeft(
    scope,
    found.map(({ rule }) => rule.id),
  )
  const evaluated: Evaluated[] = []
  const busy = new Map<number, { rule: Rule; run: NewRun }>()
  for (const event of events) {
    const one = foundOf.get(event.payload.waitId)
    if (!one) continue
    const { wait, rule, occasion } = one
    const wanted: NewRun = {
      ...runOf(event, rule, occasion),
      subject: occasion.subject,
      equipmentId: occasion.equipment?.id ?? null,
      locationId: occasion.location?.id ?? null,
      procedureId: occasion.procedureId,
      chain: wait.chain,
      waitId: wait.id,
    }
    const guard = wanted.outcome === 'done' ? guardOf(rule, wait, left) : null
    if (guard?.kind === 'tooMany') busy.set(rule.id, { rule, run: wanted })
    const run = guard === null ? wanted : heldBack(wanted, guard)
    evaluated.push(evaluatedOf(event, occasion, [run]))
  }
  const postponed = await runAll(scope, evaluated)
  for (const { rule } of busy.values()) await alertOnce(scope, rule)
  return postponed
}

function guardOf(rule: Rule, { chain }: WaitRow, left: Map<number, number>): FilterVerdict | null {
  const verdict = (kind: GuardKind, expected: number, saw: number): FilterVerdict => ({
    kind,
    expected,
    saw,
    passed: false,
  })
  if (chain.includes(rule.id)) return verdict('ownEffect', 0, chain.length)
  if (chain.length >= LONGEST_CHAIN) return verdict('longChain', LONGEST_CHAIN, chain.length)
  const rest = left.get(rule.id) ?? 0
  left.set(rule.id, rest - 1)
  return rest > 0 ? null : verdict('tooMany', MAX_RUNS_AN_HOUR, MAX_RUNS_AN_HOUR - rest + 1)
}

const heldBack = (run: NewRun, guard: FilterVerdict): NewRun => ({
  ...run,
  outcome: 'filtered',
  verdicts: [...run.verdicts, guard],
  rule: null,
})

const anHourAgo = ({ clock }: Scope) => new Date(clock.now().getTime() - HOUR)

async function runsLeft(
  scope: Scope,
  ruleIds: readonly Id<'automation'>[],
): Promise<Map<number, number>> {
  const { db, actor } = scope
  const rows =
    ruleIds.length === 0
      ? []
      : await db
          .select({ id: tables.automationRun.automationId, count })
          .from(tables.automationRun)
          .where(
            ofCompany(
              tables.automationRun,
              actor.companyId,
              isAnyId(tables.automationRun.automationId, [...new Set(ruleIds)]),
              gt(tables.automationRun.at, anHourAgo(scope)),
              inArray(tables.automationRun.outcome, ['done', 'failed']),
            ),
          )
          .groupBy(tables.automationRun.automationId)
  const left = new Map<number, number>(ruleIds.map((id) => [id, MAX_RUNS_AN_HOUR]))
  for (const { id, count: ran } of rows) left.set(id, MAX_RUNS_AN_HOUR - ran)
  return left
}

/** One alert an hour for each rule. */
async function alertOnce(scope: Scope, rule: Rule): Promise<void> {
  const { db, actor } = scope
  const told = await db
    .select({ id: tables.alert.id })
    .from(tables.alert)
    .innerJoin(tables.automationRun, joinOn(tables.automationRun, tables.alert.runId))
    .where(
      ofCompany(
        tables.alert,
        actor.companyId,
        eq(tables.alert.kind, 'automationBusy'),
        gt(tables.alert.at, anHourAgo(scope)),
        eq(tables.automationRun.automationId, rule.id),
      ),
    )
    .limit(1)
  if (told.length > 0) return
  const [run] = await db
    .select({ id: tables.automationRun.id })
    .from(tables.automationRun)
    .where(
      ofCompany(
        tables.automationRun,
        actor.companyId,
        eq(tables.automationRun.automationId, rule.id),
      ),
    )
    .orderBy(sql`${tables.automationRun.id} desc`)
    .limit(1)
  if (run)
    await notifyBusyRule(scope, { runId: run.id, automationName: rule.name ?? `#${rule.id}` })
}

export const onOver: Reaction<'automation.over'> = async (events) => {
  for (const { scope, payload } of events) await settleEnd(scope, payload.waitId)
}

/** Closes the tickets that the rule opened for this, or says in them that it is over. */
async function settleEnd(scope: Scope, waitId: number): Promise<void> {
  const { db, actor } = scope
  const opened = await db
    .select({
      run: tables.automationRun,
      rule: tables.automation,
      wait: tables.automationWait,
      ticketId: tables.automationEffect.ticketId,
    })
    .from(tables.automationWait)
    .innerJoin(tables.automation, joinOn(tables.automation, tables.automationWait.automationId))
    .innerJoin(
      tables.automationRun,
      and(
        eq(tables.automationRun.companyId, tables.automationWait.companyId),
        eq(tables.automationRun.waitId, sql`${tables.automationWait.id}`),
      ),
    )
    .innerJoin(
      tables.automationEffect,
      and(
        eq(tables.automationEffect.companyId, tables.automationRun.companyId),
        eq(tables.automationEffect.runId, tables.automationRun.id),
        isNotNull(tables.automationEffect.ticketId),
      ),
    )
    .where(
      ofCompany(
        tables.automationWait,
        actor.companyId,
        sql`${tables.automationWait.id} = ${waitId}`,
      ),
    )
  const [first] = opened
  if (!first) return
  const ending = endingOf(first.rule.event)
  if (ending === 'nothing') return
  for (const [, own] of groupBy(opened, ({ run }): number => run.id)) {
    const { run, rule, wait } = own[0] ?? first
    const caused = scope.causedBy({ kind: 'automation', id: run.id, name: rule.name ?? '' })
    const rows = await selectTickets(
      caused,
      ofCompany(
        tables.ticket,
        actor.companyId,
        isAnyId(
          tables.ticket.id,
          own.flatMap(({ ticketId }) => ticketId ?? []),
        ),
        ne(tables.ticketState.category, 'closed'),
      ),
    )
    if (rows.length === 0) continue
    const closed = ending === 'close' ? (await closeByRule(caused, rows)).moved : []
    const isClosed = new Set<number>(closed)
    await noteOver(
      caused,
      rows.filter(({ ticket }) => !isClosed.has(ticket.id)),
      wait.endedAt ?? scope.clock.now(),
    )
  }
}
