/** What a draft would do, and what rules do between two moments. The same plan as the runner's. */
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { PlanEntry } from '#contract/recurrence/calendar'
import { difference } from '#contract/recurrence/difference'
import { RuleRefused } from '#contract/recurrence/expand'
import type { rrules as contract, RruleDraft } from '#contract/rrules'
import type { Id } from '#contract/ids'
import { occurrence, rrule } from '../../db/schema/index.ts'
import { badInput } from '../../kernel/errors.ts'
import { groupBy } from '../../kernel/lists.ts'
import type { Scope } from '../../kernel/scope.ts'
import { countObjects, draftOf, inOrder, one, selectRules, timeOf } from './rrules.ts'
import { planOf, timingFaults } from './schedule.ts'

type Preview = z.input<typeof contract.previewRrule.response>
type Timeline = z.input<typeof contract.getRruleTimeline.response>
type Entry = Timeline['rows'][number]['entries'][number]

const RULES = 200
const ENTRIES = 400

export async function preview(scope: Scope, draft: RruleDraft, id: Id<'rrule'> | null, limit: number): Promise<Preview> {
  const time = await timeOf(scope)
  const objectCount = await countObjects(scope, draft)
  const faults = timingFaults(draft, time.zone)
  if (faults.length > 0) return { faults, entries: [], changes: [], objectCount }
  const from = scope.clock.now().toISOString()
  try {
    const entries = planOf(draft, time, { from, limit })
    return { faults: [], entries: entries.map(plain), changes: id === null ? [] : await changesOf(scope, id, entries, from), objectCount }
  } catch (error) {
    if (error instanceof RuleRefused) return { faults: [...error.faults], entries: [], changes: [], objectCount }
    throw error
  }
}

/** Over the range that the new dates span, so that what lies beyond it is not told as removed. */
async function changesOf(scope: Scope, id: Id<'rrule'>, after: readonly PlanEntry[], from: string): Promise<Preview['changes']> {
  const { rrule: row } = await one(scope, id)
  const time = await timeOf(scope)
  const last = after.at(-1)?.at
  const to = last === undefined ? new Date(Date.parse(from) + 366 * 86_400_000).toISOString() : new Date(Date.parse(last) + 1).toISOString()
  const before = planOf(draftOf(row), time, { from, to, limit: ENTRIES })
  return difference(before, after, time.zone).map((change) => {
    switch (change.kind) {
      case 'kept': return { ...change, before: plain(change.before), after: plain(change.after) }
      case 'moved': return { ...change, before: plain(change.before), after: plain(change.after) }
      case 'added': return { ...change, after: plain(change.after) }
      case 'removed': return { ...change, before: plain(change.before) }
    }
  })
}

const plain = (entry: PlanEntry) => ({ ...entry, because: [...entry.because] })

/** Each rule's dates: those that were made with how they went, those to come as planned. */
export async function timeline(scope: Scope, { from, to, rruleIds, procedureIds }: z.output<typeof contract.getRruleTimeline.body>): Promise<Timeline> {
  if (to <= from || Date.parse(to) - Date.parse(from) > 400 * 86_400_000) throw badInput('body.to', 'range', 'At most 400 days.')
  const time = await timeOf(scope)
  const rules = await selectRules(scope, and(rruleIds?.length ? inArray(rrule.id, rruleIds) : undefined, procedureIds?.length ? inArray(rrule.procedureId, procedureIds) : undefined)).orderBy(...inOrder)
  const shown = rules.slice(0, RULES)
  const madeByRule = await madeIn(scope, shown.map((selected) => selected.rrule.id), from, to)
  const now = scope.clock.now().toISOString()
  let leftOut = rules.length - shown.length
  const rows: Timeline['rows'] = []
  for (const { rrule: row, procedure } of shown) {
    const made = madeByRule.get(row.id) ?? []
    const known = new Set(made.map(({ plannedAt }) => plannedAt))
    const coming = row.isActive && to > now ? planOf(draftOf(row), time, { from: from > now ? from : now, to, limit: ENTRIES + 1 }).filter(({ plannedAt }) => !known.has(plannedAt)).map((entry) => ({ ...plain(entry), made: 0, open: 0, done: 0, late: 0 })) : []
    leftOut += Math.max(0, made.length + coming.length - ENTRIES)
    rows.push({ rrule: { id: row.id, name: row.name ?? procedure.name }, procedure, entries: [...made, ...coming].slice(0, ENTRIES) })
  }
  return { rows, leftOut }
}

/** What these rules made between two moments, one row a date however many things it was for. */
async function madeIn({ db, actor }: Scope, ids: readonly Id<'rrule'>[], from: string, to: string): Promise<Map<Id<'rrule'>, Entry[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select({
    rruleId: occurrence.rruleId, at: occurrence.at, plannedAt: occurrence.plannedAt, dueBy: sql<string | null>`max(${occurrence.dueBy})`, made: sql<number>`count(*)::int`, open: sql<number>`count(*) filter (where ${occurrence.state} in ('planned', 'due', 'late'))::int`,
    done: sql<number>`count(*) filter (where ${occurrence.state} = 'done')::int`, late: sql<number>`count(*) filter (where ${occurrence.state} in ('late', 'missed') or ${occurrence.doneAt} > ${occurrence.dueBy})::int`,
  }).from(occurrence).where(and(eq(occurrence.companyId, actor.companyId), inArray(occurrence.rruleId, [...ids]), gte(occurrence.at, new Date(from)), lt(occurrence.at, new Date(to))))
    .groupBy(occurrence.rruleId, occurrence.at, occurrence.plannedAt).orderBy(occurrence.at).limit(RULES * ENTRIES)
  const entries = groupBy(rows, (row) => row.rruleId)
  return new Map([...entries].map(([id, dates]) => [id, dates.map(({ rruleId: _rule, at, plannedAt, dueBy, ...counts }) => ({
    at: at.toISOString(), plannedAt: plannedAt.toISOString(), outcome: at.getTime() === plannedAt.getTime() ? 'due' as const : 'moved' as const, because: [], dueBy: dueBy && new Date(dueBy).toISOString(), remindAt: null, ...counts,
  }))]))
}
