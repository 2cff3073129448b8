import { inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import { warrantyEnd } from '#contract/rules/warrantyEnd.ts'
import { dayAt } from '#contract/timeZones/wallTime.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { createSchedule, selectRules, spanIn } from '../../work/schedules/index.ts'
import { planOf, storedPlans } from './jobPlanTarget.ts'
import { ensureNames, made } from './names.ts'
import { addFault, linesIn, type ReadRow } from './readRow.ts'
import { freshSchedule } from './scheduleDraft.ts'
import { scheduleTarget } from './scheduleTarget.ts'
import type { Planned, Target, Written } from './target.ts'

export const jobScheduleTarget: Target = {
  partOf: () => Promise.resolve(({ values }) => (values['types'] ?? '').toLowerCase()),
  order: (_scope, rows) => Promise.resolve([...rows]),
  async plan(scope, rows) {
    const stored = await scheduledPlans(scope, rows)
    return rows.map((read): Planned => {
      if (read.below !== undefined && read.below.faults.length > 0)
        addFault(read, 'procedure', 'unknownName', read.key)
      const old = stored(read)
      const action =
        read.faults.length > 0 ? 'fail' : old?.isScheduled === true ? 'unchanged' : 'create'
      return { read, action, changes: [] }
    })
  },
  async write(scope, planned, by) {
    const reads = planned.flatMap(({ read, action }) => (action === 'create' ? [read] : []))
    if (reads.length === 0) return []
    const stored = await scheduledPlans(scope, reads)
    const typeIds = await ensureNames(
      scope,
      'equipmentType',
      reads.flatMap((read) => linesIn(read.values['types'])),
      by,
    )
    const written: Written[] = []
    for (const read of reads) {
      const procedureId = stored(read)?.id
      if (procedureId === undefined) throw new Error('The procedure of a row was not made')
      const { id } = await createSchedule(scope, draftFor(scope, read, procedureId, typeIds))
      written.push({ id, name: read.name, before: null })
    }
    scope.changed('Rrule')
    return written
  },
  editor: 'editor|schedules',
  tags: scheduleTarget.tags,
  undo: scheduleTarget.undo,
}

/** Makes a rolling schedule, because COBie gives the interval from the last completion. */
function draftFor(
  { actor, clock }: Scope,
  { values }: ReadRow,
  procedureId: Id<'procedure'>,
  typeIds: ReadonlyMap<string, Id<'equipmentType'>>,
): RruleDraft {
  const today = dayAt(clock.now().getTime(), actor.timezone)
  return {
    ...freshSchedule,
    procedureId,
    rruleData: { equipmentTypeIds: linesIn(values['types']).map((name) => made(typeIds, name)) },
    kind: 'rolling',
    every: spanIn(values['every'] ?? ''),
    start: `${firstDay(values['start'] ?? '', today)}T00:00`,
    isActive: false,
  }
}

/** The first day: a date, or a span from today. Today if empty or in hours. */
function firstDay(said: string, today: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(said)) return said
  const span = spanIn(said)
  return span === null ? today : (warrantyEnd(today, String(span.amount), span.unit) ?? today)
}

async function scheduledPlans(scope: Scope, rows: readonly ReadRow[]) {
  const plans = await storedPlans(scope, rows)
  const ids = plans.map(({ id }) => id)
  const rules =
    ids.length === 0 ? [] : await selectRules(scope, inArray(tables.rrule.procedureId, ids))
  return (read: ReadRow) => {
    const plan = planOf(plans, read)
    if (plan === undefined) return undefined
    const every = spanIn(read.values['every'] ?? '')
    return {
      id: plan.id,
      isScheduled: rules.some(
        ({ rrule }) =>
          rrule.procedureId === plan.id &&
          rrule.every?.amount === every?.amount &&
          rrule.every?.unit === every?.unit,
      ),
    }
  }
}
