/**
 * The runner's step for schedules by use. Every target has its own count, so targets are read in
 * sets, and only those whose facts are other than when they were settled last, or whose time comes.
 */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { datedByUse, SPAN_MOVES_AFTER, type ExpectedDate } from '#contract/recurrence/byUse.ts'
import {
  applyCommands,
  lastEndOf,
  settle,
  type Command,
  type Made,
} from '#contract/recurrence/settle.ts'
import { zoneRelease } from '#contract/timeZones/pinnedOffsets.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import * as tables from '#db/schema/index.ts'
import { readInParts } from '#kernel/data/readInParts.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import type { CompanyTime } from '../../foundation/company/index.ts'
import { rateMeters } from '../../site/meters/index.ts'
import { carryOut, insertMade, isoOrNull, madeOf, nextChangeOf, type Target } from './carryOut.ts'
import { draftOf } from './readRules.ts'
import { settledSchedule, startOf } from './schedule.ts'
import { unsettledTargets, type ByUseTarget } from './unsettledTargets.ts'
import { useOfTargets, type CountedTarget } from './useOfTargets.ts'

type Rule = typeof tables.rrule.$inferSelect

/** Facts of this many targets are read by one statement. */
const TARGETS_AT_ONCE = 1_000
/**
 * Outcomes of this many targets are stored by one statement. Right after many targets were
 * inserted, the database has no statistics of them and reads all for each statement.
 */
const STORED_AT_ONCE = 10_000

/**
 * Longest time until a target is settled again though its facts are the same. After a clock that
 * ran ahead, or a release that computes other dates, each target is right within a day.
 */
const LONGEST_TRUST = 86_400_000

interface TargetCommand {
  target: Target
  command: Command
}

interface Known {
  time: CompanyTime
  procedureName: string
}

/** Returns when something changes next, in milliseconds. */
export async function settleByUse(scope: Scope, rule: Rule, known: Known): Promise<number> {
  const { meterTypeId, use } = rule
  if (meterTypeId === null || use === null) return Number.POSITIVE_INFINITY
  await rateMeters(scope, meterTypeId)
  const yieldIfDue = makeYielder()
  const others: TargetCommand[] = []
  let outcomes: Outcome[] = []
  const unsettled = unsettledTargets(scope, rule, {
    meterTypeId,
    factsOfRule: factsOf(rule, known.time),
    longestTrust: LONGEST_TRUST,
  })
  for await (const rows of readInParts<ByUseTarget>(
    scope.db,
    'targets',
    unsettled,
    TARGETS_AT_ONCE,
  )) {
    const settled = await settleSome(scope, rule, rows, { ...known, meterTypeId, yieldIfDue })
    others.push(...settled.others)
    outcomes.push(...settled.outcomes)
    if (outcomes.length >= STORED_AT_ONCE) {
      await storeOutcomes(scope, outcomes)
      outcomes = []
    }
  }
  await storeOutcomes(scope, outcomes)
  // At the end, so that a reminder is one message for all its targets.
  for (const group of groupBy(others, ({ command }) => JSON.stringify(command)).values()) {
    const command = group[0]?.command
    if (command)
      await carryOut(
        scope,
        rule,
        known.procedureName,
        group.map(({ target }) => target),
        [command],
      )
    await yieldIfDue()
  }
  return nextOf(scope, rule)
}

/** What the dates of all targets of a rule depend on, as a hash. */
const factsOf = (rule: Rule, time: CompanyTime): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        settledSchedule(draftOf(rule)),
        rule.activeFrom,
        rule.procedureId,
        rule.meterTypeId,
        time,
        zoneRelease,
      ]),
    )
    .digest('base64')

async function settleSome(
  scope: Scope,
  rule: Rule,
  targets: readonly ByUseTarget[],
  {
    time,
    meterTypeId,
    yieldIfDue,
  }: Pick<Known, 'time'> & {
    meterTypeId: NonNullable<Rule['meterTypeId']>
    yieldIfDue(): Promise<void>
  },
): Promise<{ outcomes: Outcome[]; others: TargetCommand[] }> {
  const now = scope.clock.now().toISOString()
  const schedule = settledSchedule(draftOf(rule))
  if (schedule.kind !== 'byUse') return { outcomes: [], others: [] }
  const { calendar, zone, weekStart } = time
  const start = startOf(rule, zone)
  const { procedureId } = rule
  const uses = await useOfTargets(
    scope,
    { procedureId, meterTypeId, quantity: schedule.quantity },
    targets.flatMap((target): CountedTarget[] => {
      const { equipmentId } = target
      const end = lastEndOf(madeBy(target), schedule.whenOverdue, now)
      if (end === null) return []
      const endedAt = end === 'never' ? null : end.at
      return [{ equipmentId, endedAt, countsFrom: countsFrom(target, rule, start) }]
    }),
  )
  const makes: { target: Target; occurrence: Made }[] = []
  const others: TargetCommand[] = []
  const outcomes: Outcome[] = []
  for (const row of targets) {
    const target = { equipmentId: row.equipmentId, locationId: null }
    const made = madeBy(row)
    const use = uses.get(row.equipmentId)
    const asked = { schedule, calendar, zone, now }
    const dated = use && datedByUse({ ...asked, use, made: row.before + made.length })
    const date = dated?.date ?? null
    const since = iso(row.since)
    const commands = settle({
      ...asked,
      weekStart,
      activeFrom: since,
      made,
      ...(date && { next: date }),
    })
    for (const command of commands)
      if (command.kind === 'make') makes.push({ target, occurrence: command.occurrence })
      else others.push({ target, command })
    const after = applyCommands(made, commands)
    const coming = after.length > made.length ? null : date
    const isRunning = use?.isRunning === true
    const expected = expectedOf(coming)
    outcomes.push({
      ...expected,
      id: row.id,
      isOther: isOther(row, expected),
      facts: row.facts,
      again: againAt(now, {
        times: [dated?.until, use?.runsOutAt, since, ...after.map(({ at }) => at)],
        changes: nextChangeOf(after, now),
        // What is reached but not made waits for its instant, or for a clock that was set back.
        longest: coming?.isReached ? 1 : isRunning ? SPAN_MOVES_AFTER : LONGEST_TRUST,
      }),
    })
    await yieldIfDue()
  }
  await insertMade(scope, rule, makes)
  if (makes.length > 0) scope.changed('Occurrence', 'Rrule')
  return { outcomes, others }
}

const iso = (at: string): string => new Date(at).toISOString()

const madeBy = ({ newest }: ByUseTarget): Made[] => (newest === null ? [] : [madeOf(newest)])

/** A target that joined later counts from then. */
function countsFrom({ since }: ByUseTarget, { activeFrom }: Rule, start: string): string {
  const joined = iso(since)
  return new Date(since) > activeFrom && joined > start ? joined : start
}

interface Again {
  times: readonly (string | null | undefined)[]
  /** Milliseconds since 1970. */
  changes: number
  /** Milliseconds. */
  longest: number
}

function againAt(now: string, { times, changes, longest }: Again): string {
  const coming = times.flatMap((at) => (at != null && at > now ? [Date.parse(at)] : []))
  return new Date(Math.min(...coming, changes, Date.parse(now) + longest)).toISOString()
}

interface Expected {
  at: string | null
  from: string | null
  to: string | null
  by: string | null
}

interface Outcome extends Expected {
  id: number
  facts: string
  again: string
  /** Other than the stored date. */
  isOther: boolean
}

const expectedOf = (date: ExpectedDate | null): Expected =>
  date === null
    ? { at: null, from: null, to: null, by: null }
    : { at: date.at, from: date.from, to: date.to, by: date.by }

const isOther = (row: ByUseTarget, { at, from, to, by }: Expected): boolean =>
  isoOrNull(row.nextAt) !== at || row.nextFrom !== from || row.nextTo !== to || row.nextBy !== by

async function storeOutcomes(
  { db, actor, clock, changed }: Scope,
  outcomes: readonly Outcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  const { rruleObject } = tables
  await db.execute(sql`update ${rruleObject} set settled_facts = coming.facts,
      settle_at = coming.again, next_at = coming.at, next_from = coming."from",
      next_to = coming."to", next_by = coming.by, updated_at = ${clock.now()}
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as coming(id int, facts text,
      again timestamptz, at timestamptz, "from" date, "to" date, by text)
    where ${rruleObject.companyId} = ${actor.companyId} and ${rruleObject.id} = coming.id`)
  if (outcomes.some((one) => one.isOther)) changed('Rrule')
}

/** Of all targets, also those that were not settled now. */
async function nextOf({ db, actor }: Scope, { id }: Rule): Promise<number> {
  const { rruleObject } = tables
  const mine: SQL = sql`${rruleObject.companyId} = ${actor.companyId}
    and ${rruleObject.rruleId} = ${id}`
  const { rows } = await db.execute<{ next: string | null }>(
    sql`select min(${rruleObject.settleAt}) as next from ${rruleObject} where ${mine}`,
  )
  const next = rows[0]?.next ?? null
  return next === null ? Number.POSITIVE_INFINITY : Date.parse(next)
}
