import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { KnownPlan, PlanEntry } from '#contract/recurrence/calendar.ts'
import { comparison, type Change } from '#contract/recurrence/changesOfPlan.ts'
import { RuleRefused } from '#contract/recurrence/expand.ts'
import type { rrules as contract } from '#contract/rrules/rrules.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { RuleFault } from '#contract/recurrence/ruleLines.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { badInput, Refusal } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { checkReferences, refuseLongSpans } from './checkRule.ts'
import {
  countObjects,
  countObjectsOfAll,
  draftOf,
  scheduleOrder,
  selectSchedule,
  selectRules,
} from './readRules.ts'
import { planTask, type Planned, type PlanOrder } from './inThread.ts'
import { timeOf, type CompanyTime } from '../../foundation/company/index.ts'
import { previewByUse, storedByUse } from './expected.ts'
import { dayOffFaults, isSameTiming, timingFaults } from './schedule.ts'

type Preview = z.input<typeof contract.previewRrule.response>
type Timeline = z.input<typeof contract.getRruleTimeline.response>
type Entry = Timeline['rows'][number]['entries'][number]

const RULES = 200
const ENTRIES = 400

type Planner = Pick<Kernel, 'threads'>

export async function preview(
  kernel: Planner,
  scope: Scope,
  draft: RruleDraft,
  id: Id<'rrule'> | null,
  limit: number,
): Promise<Preview> {
  const { time, objectCount, old } = await scope.transaction(async (inside) => {
    const stored = id === null ? null : draftOf((await selectSchedule(inside, id)).rrule)
    await checkReferences(inside, draft, stored ?? undefined).catch(refuseInDraft)
    return {
      time: await timeOf(inside),
      objectCount: await countObjects(inside, draft),
      old: stored,
    }
  })
  const refused = (faults: readonly RuleFault[]): Preview => ({
    faults: [...faults],
    entries: [],
    changes: [],
    comparedUntil: null,
    skippedLeftOut: 0,
    objectCount,
  })
  const isKnown = old !== null && isSameTiming(old, draft)
  if (!isKnown) refuseLongSpans(draft, 'body.draft')
  const written = timingFaults(draft, time.zone)
  const faults = written.length > 0 || isKnown ? written : dayOffFaults(draft, time)
  if (faults.length > 0) return refused(faults)
  if (draft.kind === 'byUse')
    return {
      ...refused([]),
      entries: await scope.transaction((inside) =>
        previewByUse(inside, draft, time, { id, limit }),
      ),
    }
  const from = scope.clock.now().toISOString()
  try {
    const [coming] = await planned(kernel, scope.actor.companyId, {
      timings: [draft],
      time,
      range: { from, limit },
      skipped: limit,
    })
    const changed =
      old === null
        ? { changes: [], comparedUntil: null }
        : await changesOf(kernel, scope.actor.companyId, old, draft, time, from)
    return {
      faults: [],
      entries: coming?.entries.map(plain) ?? [],
      skippedLeftOut: coming?.skippedLeftOut ?? 0,
      ...changed,
      objectCount,
    }
  } catch (error) {
    if (error instanceof RuleRefused) return refused(error.faults)
    if (isTooMuchWork(error)) return refused([{ code: 'tooMuchWork', part: null, value: null }])
    throw error
  }
}

function refuseInDraft(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new Refusal(
    error.status,
    error.message,
    error.errors.map((one) => ({ ...one, path: one.path.replace(/^body\./, 'body.draft.') })),
  )
}

const isTooMuchWork = (error: unknown) =>
  error instanceof Refusal && error.errors[0]?.code === 'tooMuchWork'

async function planned(
  kernel: Planner,
  companyId: number,
  order: PlanOrder,
): Promise<Exclude<Planned, { faults: RuleFault[] }>[]> {
  return (await kernel.threads.run(planTask, companyId, order)).map((outcome) => {
    if ('faults' in outcome) throw new RuleRefused(outcome.faults)
    return outcome
  })
}

/**
 * Computes both plans in full, not only the shown dates, because removed dates mostly follow those.
 */
async function changesOf(
  kernel: Planner,
  companyId: number,
  old: RruleDraft,
  draft: RruleDraft,
  time: CompanyTime,
  from: string,
): Promise<Pick<Preview, 'changes' | 'comparedUntil'>> {
  const plans: KnownPlan[] = await planned(kernel, companyId, {
    timings: [old, draft].filter(({ isActive }) => isActive),
    time,
    range: { from, limit: ENTRIES },
  })
  // A disabled schedule has no dates.
  const next = ({ isActive }: RruleDraft): KnownPlan =>
    (isActive ? plans.shift() : undefined) ?? { entries: [], until: null }
  const [before, after] = [next(old), next(draft)]
  const { changes, until } = comparison(before, after, time.zone)
  return { comparedUntil: until, changes: changes.map(plainChange) }
}

function plainChange(change: Change): Preview['changes'][number] {
  switch (change.kind) {
    case 'kept':
      return { ...change, before: plain(change.before), after: plain(change.after) }
    case 'moved':
      return { ...change, before: plain(change.before), after: plain(change.after) }
    case 'added':
      return { ...change, after: plain(change.after) }
    case 'removed':
      return { ...change, before: plain(change.before) }
  }
}

const plain = (entry: PlanEntry) => ({ ...entry, because: [...entry.because] })

/** Dates of each schedule: past ones with their outcome, future ones as planned. */
export async function timeline(
  kernel: Planner,
  scope: Scope,
  { from, to, rruleIds, procedureIds }: z.output<typeof contract.getRruleTimeline.body>,
): Promise<Timeline> {
  if (to <= from || Date.parse(to) - Date.parse(from) > 400 * 86_400_000)
    throw badInput('body.to', 'range', 'At most 400 days.')
  const { time, rules, shown, madeByRule, objectCounts, expectedByRule } = await scope.transaction(
    (inside) => readTimeline(inside, { from, to, rruleIds, procedureIds }),
  )
  const now = scope.clock.now().toISOString()
  let leftOut = rules.length - shown.length
  const rows: Timeline['rows'] = []
  const isComing = (row: (typeof shown)[number]['rrule']) => row.isActive && to > now
  const timings = shown
    .filter(({ rrule: row }) => isComing(row))
    .map(({ rrule: row }) => draftOf(row))
  const plans =
    timings.length === 0
      ? []
      : await kernel.threads.run(planTask, scope.actor.companyId, {
          timings,
          time,
          range: { from: from > now ? from : now, to, limit: ENTRIES + 1 },
        })
  for (const { rrule: row, procedure } of shown) {
    const made = madeByRule.get(row.id) ?? []
    const known = new Set(made.map(({ plannedAt }) => plannedAt))
    const plan = isComing(row) ? plans.shift() : undefined
    const planned = plan !== undefined && 'entries' in plan ? plan.entries : []
    const coming = [...planned.map(plain), ...(expectedByRule.get(row.id) ?? [])]
      .filter(({ plannedAt }) => !known.has(plannedAt))
      .map((entry) => ({ ...entry, made: 0, open: 0, done: 0, late: 0 }))
    leftOut += Math.max(0, made.length + coming.length - ENTRIES)
    rows.push({
      rrule: { id: row.id, name: row.name ?? procedure.name },
      procedure,
      objects: row.objects,
      objectCount: objectCounts.get(row.id) ?? null,
      entries: [...made, ...coming].slice(0, ENTRIES),
    })
  }
  return { rows, leftOut }
}

async function readTimeline(
  scope: Scope,
  { from, to, rruleIds, procedureIds }: z.output<typeof contract.getRruleTimeline.body>,
) {
  const time = await timeOf(scope)
  const chosen = and(
    rruleIds?.length ? inArray(tables.rrule.id, rruleIds) : undefined,
    procedureIds?.length ? inArray(tables.rrule.procedureId, procedureIds) : undefined,
  )
  const rules = await selectRules(scope, chosen).orderBy(...scheduleOrder(scope))
  const shown = rules.slice(0, RULES)
  const isAhead = to > scope.clock.now().toISOString()
  const counted = shown
    .map((selected) => selected.rrule)
    .filter((row) => isAhead && row.isActive && row.kind === 'specific')
  const counts = await countObjectsOfAll(scope, counted.map(draftOf))
  const objectCounts = new Map(counted.map(({ id }, at) => [id, counts[at] ?? 0]))
  return {
    time,
    rules,
    shown,
    objectCounts,
    expectedByRule: await storedByUse(
      scope,
      shown.flatMap(({ rrule: row }) => (row.kind === 'byUse' && row.isActive ? [row.id] : [])),
      { from, to, limit: RULES * ENTRIES },
    ),
    madeByRule: await madeIn(
      scope,
      shown.map((selected) => selected.rrule.id),
      from,
      to,
    ),
  }
}

async function madeIn(
  { db, from: rights }: Scope,
  ids: readonly Id<'rrule'>[],
  from: string,
  to: string,
): Promise<Map<Id<'rrule'>, Entry[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      rruleId: tables.occurrence.rruleId,
      at: tables.occurrence.at,
      plannedAt: tables.occurrence.plannedAt,
      dueBy: sql<string | null>`max(${tables.occurrence.dueBy})`,
      made: sql<number>`count(*)::int`,
      open: sql<number>`count(*) filter (where ${tables.occurrence.state} in ('planned', 'due',
        'late'))::int`,
      done: sql<number>`count(*) filter (where ${tables.occurrence.state} = 'done')::int`,
      late: sql<number>`count(*) filter (where ${tables.occurrence.state} in ('late', 'missed')
        or ${tables.occurrence.doneAt} > ${tables.occurrence.dueBy})::int`,
    })
    .from(tables.occurrence)
    .where(
      rights.occurrences(
        inArray(tables.occurrence.rruleId, [...ids]),
        gte(tables.occurrence.at, new Date(from)),
        lt(tables.occurrence.at, new Date(to)),
      ),
    )
    .groupBy(tables.occurrence.rruleId, tables.occurrence.at, tables.occurrence.plannedAt)
    // Ordered by rank within each schedule, so that a schedule with many dates does not crowd out
    // others.
    .orderBy(
      sql`row_number() over (partition by ${tables.occurrence.rruleId}
        order by ${tables.occurrence.at}, ${tables.occurrence.plannedAt})`,
      tables.occurrence.at,
    )
    .limit(RULES * ENTRIES)
  const entries = groupBy(rows, (row) => row.rruleId)
  return new Map(
    [...entries].map(([id, dates]) => [
      id,
      dates.map(({ rruleId: _rule, at, plannedAt, dueBy, ...counts }) => ({
        at: at.toISOString(),
        plannedAt: plannedAt.toISOString(),
        outcome: at.getTime() === plannedAt.getTime() ? ('due' as const) : ('moved' as const),
        because: [],
        dueBy: dueBy && new Date(dueBy).toISOString(),
        remindAt: null,
        ...counts,
      })),
    ]),
  )
}
