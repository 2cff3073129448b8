import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { automations as contract, ticketActionKinds } from '#contract/automation/automation.ts'
import { actionKinds, entryOfAction, type ActionKind } from '#contract/automation/actions.ts'
import { automationKinds, type AutomationKind } from '#contract/automation/sideList.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, folded, orderOf, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { namesOf } from '../../foundation/references/index.ts'
import { hasFailed } from './failed.ts'
import { isUndeleted, runs, selectAutomations, viewOf } from './automations.ts'
import { createEventRule, deleteEventRule, updateEventRule } from './eventRules.ts'
import { backTestOf } from './backTest.ts'
import { dismissEvent, eventQueueOf, retryEvents } from './eventQueue.ts'
import { isGuarded, listRuns } from './runs.ts'

const acts = (kinds: readonly ActionKind[]): SQL =>
  sql`exists (select 1 from jsonb_array_elements(${tables.automation.actions}) as action
    where action->>'kind' in (${sql.join(
      kinds.map((kind) => sql`${kind}`),
      sql`, `,
    )}))`
const touchesTickets = acts(ticketActionKinds)

function isOfKind(kind: AutomationKind): SQL {
  if (kind === 'mostUsed') return sql`true`
  if (kind === 'surveyQuestions')
    return sql`${tables.automation.filters} @> '[{"kind":"answer"}]'::jsonb`
  return acts(actionKinds.filter((action) => entryOfAction(action) === kind))
}

export const automationHandlers: Handlers<typeof contract> = {
  async listAutomations(scope, { body }) {
    const asked = and(
      searchIn(
        folded(
          sql`coalesce(${tables.automation.name}, '') || ' ' || coalesce(${tables.procedure.name}, '')`,
        ),
        body.search,
      ),
      body.procedureId ? eq(tables.automation.procedureId, body.procedureId) : undefined,
      body.isActive === undefined ? undefined : eq(tables.automation.isActive, body.isActive),
      body.needsReview === undefined
        ? undefined
        : eq(tables.automation.needsReview, body.needsReview),
      body.hasFailed === true ? hasFailed(scope) : undefined,
    )
    const inCentre = body.centre === 'ticketCenter' ? touchesTickets : sql`true`
    const of = (condition: SQL) =>
      sql<number>`count(*) filter (where ${inCentre} and ${condition})::int`
    const fields = {
      all: count,
      inTickets: sql<number>`count(*) filter (where ${touchesTickets})::int`,
      reviews: of(sql`${tables.automation.needsReview}`),
      ...(Object.fromEntries(automationKinds.map((kind) => [kind, of(isOfKind(kind))])) as Record<
        AutomationKind,
        SQL<number>
      >),
    }
    const [totals] = await scope.db
      .select(fields)
      .from(tables.automation)
      .leftJoin(tables.procedure, joinOn(tables.procedure, tables.automation.procedureId))
      .where(scope.from.automations(isUndeleted, asked))
    const counts = { automationCenter: totals?.all ?? 0, ticketCenter: totals?.inTickets ?? 0 }
    const kinds = Object.fromEntries(
      automationKinds.map((kind) => [kind, totals?.[kind] ?? 0]),
    ) as Record<AutomationKind, number>
    const rows = await selectAutomations(
      scope,
      and(asked, inCentre, isOfKind(body.kind ?? 'mostUsed')),
    )
      .orderBy(
        ...orderOf(
          scope,
          body.sort,
          { procedure: tables.procedure.name, updatedAt: tables.automation.updatedAt, runs },
          tables.automation.id,
          [byName(scope, tables.procedure.name), asc(tables.automation.id)],
        ),
      )
      .limit(body.limit)
      .offset(body.offset)
    return {
      count: kinds[body.kind ?? 'mostUsed'],
      rows: await viewOf(scope, rows),
      counts,
      kinds,
      reviews: totals?.reviews ?? 0,
    }
  },
  async getAutomation(scope, { params }) {
    const [found] = await viewOf(
      scope,
      await selectAutomations(scope, eq(tables.automation.id, params.id)),
    )
    if (!found) throw refuseNotFound('automation')
    return found
  },
  createAutomation: (scope, { body }) => createEventRule(scope, body),
  updateAutomation: (scope, { params, body }) => updateEventRule(scope, params.id, body),
  async deleteAutomation(scope, { params }) {
    await deleteEventRule(scope, params.id)
    return { deleted: true }
  },
  listAutomationRuns: (scope, { body }) => listRuns(scope, body),
  async retryAutomationRun({ db, from, emit }, { params, body }) {
    const [run] = await db
      .select()
      .from(tables.automationRun)
      .where(from.automationRuns(eq(tables.automationRun.id, params.id)))
    if (!run) throw refuseNotFound('run')
    if (run.outcome === 'done')
      throw conflict('This run did everything it should.', [
        { path: '', code: 'alreadyDone', message: 'done' },
      ])
    if (body.version === 'then' && (run.outcome !== 'failed' || run.rule === null))
      throw conflict('The rule as it was then did not want to run.', [
        { path: 'body.version', code: 'didNotApply', message: 'then' },
      ])
    if (run.outcome !== 'failed' && isGuarded(run.verdicts))
      throw conflict('A guard against loops stopped this run.', [
        { path: '', code: 'guarded', message: 'guarded' },
      ])
    await emit({ type: 'automation.retried', automationRunId: run.id, version: body.version })
    return { queued: true }
  },
  getEventQueue: (scope) => eventQueueOf(scope),
  retryEvents: (scope) =>
    scope.transaction(async (inside) => ({ queued: await retryEvents(inside) })),
  retryEvent: (scope, { params }) =>
    scope.transaction(async (inside) => ({ queued: await retryEvents(inside, params.id) })),
  async dismissEvent(scope, { params }) {
    await dismissEvent(scope, params.id)
    return { dismissed: true }
  },
  backTestAutomation: (scope, { body }) => backTestOf(scope, body),
  nameReferences: (scope, { body }) => namesOf(scope, body.references),
}
