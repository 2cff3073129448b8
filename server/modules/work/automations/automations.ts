import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { referencesOf } from '#contract/automation/references.ts'
import { isWatched } from '#contract/automation/events.ts'
import type { Automation, AutomationDraft } from '#contract/automation/automation.ts'
import type { Id } from '#contract/ids.ts'
import type { Reference } from '#contract/journal/references.ts'
import * as tables from '#db/schema/index.ts'
import { byName, type Reader } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count } from '#kernel/data/listQueries.ts'
import { replaceReferences } from '#kernel/events/references.ts'
import { toClauseChange, type Readable } from '#kernel/events/journal.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { mayHearOf, namesOf } from '../../foundation/references/index.ts'
import { checkDraft, checkValidity } from './check.ts'
import { forgetWaits } from './waits.ts'

type Row = typeof tables.automation.$inferSelect

export const runs = sql<number>`(select count(*)::int from ${tables.automationRun}
  where ${tables.automationRun.companyId} = ${tables.automation.companyId}
  and ${tables.automationRun.automationId} = ${tables.automation.id} and ${tables.automationRun.outcome} = 'done')`
const lastRunAt = sql<
  string | null
>`(select max(${tables.automationRun.at}) from ${tables.automationRun}
  where ${tables.automationRun.companyId} = ${tables.automation.companyId}
  and ${tables.automationRun.automationId} = ${tables.automation.id} and ${tables.automationRun.outcome} = 'done')`

const equipmentTypes = (scope: Reader) => sql<
  { id: Id<'equipmentType'>; name: string }[]
>`(select coalesce(jsonb_agg(jsonb_build_object('id', ${tables.equipmentType.id},
  'name', ${tables.equipmentType.name}) order by ${byName(scope, tables.equipmentType.name)}), '[]')
  from ${tables.equipmentType} where ${tables.equipmentType.companyId} = ${tables.procedure.companyId}
  and ${tables.equipmentType.id} = any(${tables.procedure.equipmentTypeIds}))`

/** Of an automation and its procedure, if it has one. */
export const isUndeleted = isNull(tables.procedure.deletedAt)

const waiting = sql<number>`(select count(*)::int from ${tables.automationWait}
  where ${tables.automationWait.companyId} = ${tables.automation.companyId}
  and ${tables.automationWait.automationId} = ${tables.automation.id}
  and ${tables.automationWait.firedAt} is null)`

/** `where` is over automation and its procedure. The procedure's permissions apply. */
export function selectAutomations({ db, from, actor }: Scope, where: SQL | undefined) {
  return db
    .select({
      automation: tables.automation,
      procedure: {
        id: tables.procedure.id,
        name: tables.procedure.name,
        target: tables.procedure.target,
      },
      equipmentTypes: equipmentTypes({ actor }),
      waiting,
      runs,
      lastRunAt,
    })
    .from(tables.automation)
    .leftJoin(tables.procedure, joinOn(tables.procedure, tables.automation.procedureId))
    .where(from.automations(isUndeleted, where))
    .$dynamic()
}
export type Selected = Awaited<ReturnType<typeof selectAutomations>>[number]

export async function viewOf(scope: Scope, rows: readonly Selected[]): Promise<Automation[]> {
  const [names, heard] = await Promise.all([
    namesOf(
      scope,
      rows.flatMap((row) => referencesOf(row.automation)),
    ),
    mayHearOf(
      scope,
      rows.flatMap((row) => row.automation.missing),
    ),
  ])
  return rows.map(({ automation: rule, procedure, runs: count, lastRunAt: last, ...more }) => {
    const own = new Set(referencesOf(rule).map((reference) => `${reference.kind}:${reference.id}`))
    return {
      id: rule.id,
      name: rule.name,
      procedure: procedure && { ...procedure, equipmentTypes: more.equipmentTypes },
      event: rule.event,
      filters: rule.filters,
      actions: rule.actions,
      isActive: rule.isActive,
      validFrom: rule.validFrom?.toISOString() ?? null,
      validTo: rule.validTo?.toISOString() ?? null,
      needsReview: rule.needsReview,
      // Deleted references are counted; their last names are sent only to users who could have seen
      // them.
      missing: rule.missing.map((missing) =>
        heard.has(`${missing.kind}:${missing.id}`) ? missing : { ...missing, name: '' },
      ),
      names: names.filter((named) => own.has(`${named.kind}:${named.id}`)),
      waiting: more.waiting,
      refused: rule.refusedWaits,
      runs: count,
      lastRunAt: last && new Date(last).toISOString(),
      updatedAt: rule.updatedAt.toISOString(),
    }
  })
}

export async function automationsNaming(
  scope: Scope,
  named: readonly Reference[],
  limit: number,
): Promise<{ count: number; rows: Automation[] }> {
  const { db, actor } = scope
  const naming = db
    .select({ id: tables.reference.fromId })
    .from(tables.reference)
    .where(
      ofCompany(
        tables.reference,
        actor.companyId,
        eq(tables.reference.fromKind, 'automation'),
        or(
          ...named.map(({ kind, id }) =>
            and(eq(tables.reference.toKind, kind), eq(tables.reference.toId, id)),
          ),
        ),
      ),
    )
  const those = inArray(sql`${tables.automation.id}`, naming)
  const [total] = await db
    .select({ count })
    .from(tables.automation)
    .leftJoin(tables.procedure, joinOn(tables.procedure, tables.automation.procedureId))
    .where(scope.from.automations(isUndeleted, those))
  const rows = await selectAutomations(scope, those)
    .orderBy(desc(tables.automation.updatedAt), asc(tables.automation.id))
    .limit(limit)
  return { count: total?.count ?? 0, rows: await viewOf(scope, rows) }
}

export async function automationsOf(
  scope: Scope,
  procedureId: Id<'procedure'>,
): Promise<Automation[]> {
  return viewOf(
    scope,
    await selectAutomations(scope, eq(tables.automation.procedureId, procedureId)).orderBy(
      asc(tables.automation.id),
    ),
  )
}

const asksFor =
  (questionId: number) =>
  ({ filters }: Pick<AutomationDraft, 'filters'>) =>
    filters.some((filter) => filter.kind === 'answer' && filter.questionId === questionId)

export async function automationsOfQuestion(
  scope: Scope,
  procedureId: Id<'procedure'>,
  questionId: number,
): Promise<Automation[]> {
  return (await automationsOf(scope, procedureId)).filter(asksFor(questionId))
}

/** Saves the whole list of a question. The procedure's other automations are unchanged. */
export async function saveAutomationsOfQuestion(
  scope: Scope,
  procedureId: Id<'procedure'>,
  questionId: number,
  wanted: readonly AutomationDraft[],
): Promise<void> {
  const strange = wanted.findIndex((draft) => !asksFor(questionId)(draft))
  if (strange >= 0)
    throw badInput(
      `body.triggeredEvents.${strange}.filters`,
      'asksOtherwise',
      'An automation of this question asks for its answer.',
    )
  const ids = new Set(wanted.map(({ id }) => id))
  const others = (await automationsOf(scope, procedureId)).filter(
    (one) => !asksFor(questionId)(one) && !ids.has(one.id),
  )
  await saveAutomations(scope, procedureId, [
    ...wanted,
    ...others.map(({ id, name, event, filters, actions, isActive, validFrom, validTo }) => ({
      id,
      name,
      event,
      filters,
      actions,
      isActive,
      validFrom,
      validTo,
    })),
  ])
}

/**
 * Makes the stored list equal to `wanted`. Unchanged automations stay as they are, under review or
 * not. A rule is validated only if it is new, changed or being enabled, so that an obsolete one can
 * be renamed and disabled.
 */
export async function saveAutomations(
  scope: Scope,
  procedureId: Id<'procedure'>,
  wanted: readonly AutomationDraft[],
): Promise<void> {
  const {
    db,
    actor: { companyId },
  } = scope
  const before = await db
    .select()
    .from(tables.automation)
    .where(ofCompany(tables.automation, companyId, eq(tables.automation.procedureId, procedureId)))
  for (const [index, draft] of wanted.entries()) {
    const old = before.find((row) => row.id === draft.id)
    if (draft.id !== null && !old)
      throw refuseNotFound('automation', `body.triggeredEvents.${index}.id`)
    if (old && sameRule(old, draft)) continue
    const path = `body.triggeredEvents.${index}`
    if (isWatched(draft.event))
      throw badInput(
        `${path}.event`,
        'wrongKind',
        'The automations of a procedure begin when it is done.',
      )
    checkValidity(draft, path)
    const isJudged = !old || !doesTheSame(old, draft) || (draft.isActive && !old.isActive)
    if (isJudged) await checkDraft(scope, procedureId, draft, path, old)
    await saveOne(scope, procedureId, old, draft, isJudged)
  }
  const kept = new Set(wanted.map((draft) => draft.id))
  await removeAll(
    scope,
    before.filter((row) => !kept.has(row.id)),
  )
}

/** `procedureId` is null for a rule that begins with another event. */
export async function saveOne(
  scope: Scope,
  procedureId: Id<'procedure'> | null,
  old: Row | undefined,
  draft: AutomationDraft,
  isJudged: boolean,
): Promise<Row> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const goesOn = old !== undefined && isStillWatching(old, draft)
  const values = {
    procedureId,
    name: draft.name || null,
    event: draft.event,
    watchesSince: !isWatched(draft.event) ? null : goesOn ? old.watchesSince : clock.now(),
    filters: draft.filters,
    actions: draft.actions,
    isActive: draft.isActive,
    validFrom: draft.validFrom === null ? null : new Date(draft.validFrom),
    validTo: draft.validTo === null ? null : new Date(draft.validTo),
    // A user saved it and every reference exists, so the review is over.
    ...(isJudged && { needsReview: false, missing: [] }),
    updatedAt: clock.now(),
  }
  const [row] = old
    ? await db
        .update(tables.automation)
        .set({ ...values, ...nextVersion(tables.automation) })
        .where(ofCompany(tables.automation, companyId, eq(tables.automation.id, old.id)))
        .returning()
    : await db
        .insert(tables.automation)
        .values({ ...values, companyId, createdAt: clock.now() })
        .returning()
  if (!row) throw new Error('The automation was not kept')
  if (old && !goesOn) await forgetWaits(scope, row)
  await replaceReferences(db, companyId, { kind: 'automation', id: row.id }, referencesOf(row))
  await scope.journal({
    entity: 'automation',
    id: row.id,
    name: row.name ?? '',
    before: old ? readable(old) : null,
    after: readable(row),
  })
  scope.changed({ type: 'Automation', id: row.id })
  return row
}

/** Only another event, or switching it on, makes a rule forget what it waits for. */
const watchedBy = (event: AutomationDraft['event']) => ({ ...event, whenOver: 'nothing' })

const isStillWatching = (old: Row, { event, isActive }: AutomationDraft): boolean =>
  !isWatched(event) ||
  ((old.isActive || !isActive) && isDeepStrictEqual(watchedBy(old.event), watchedBy(event)))

export async function removeAll(scope: Scope, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const {
    db,
    actor: { companyId },
  } = scope
  await db.delete(tables.automation).where(
    ofCompany(
      tables.automation,
      companyId,
      inArray(
        tables.automation.id,
        rows.map((row) => row.id),
      ),
    ),
  )
  for (const row of rows)
    await replaceReferences(db, companyId, { kind: 'automation', id: row.id }, [])
  await scope.journal(
    ...rows.map((row) => ({
      entity: 'automation' as const,
      id: row.id,
      name: row.name ?? '',
      before: readable(row),
      after: null,
    })),
  )
}

export const doesTheSame = (row: Row, { event, filters, actions }: AutomationDraft): boolean =>
  isDeepStrictEqual([row.event, row.filters, row.actions], [event, filters, actions])

const instantOf = (value: Date | null) => value?.toISOString() ?? null

/** Deep comparison, because the database returns JSON keys in its own order. */
function sameRule(row: Row, draft: AutomationDraft): boolean {
  const meant = (
    rule: Pick<AutomationDraft, 'name' | 'filters' | 'actions' | 'isActive'>,
    from: string | null,
    to: string | null,
  ) => [
    rule.name || null,
    rule.filters,
    rule.actions,
    rule.isActive,
    from && new Date(from).getTime(),
    to && new Date(to).getTime(),
  ]
  return isDeepStrictEqual(
    meant(row, instantOf(row.validFrom), instantOf(row.validTo)),
    meant(draft, draft.validFrom, draft.validTo),
  )
}

const readable = (row: Row): Readable<'automation'> => ({
  name: row.name,
  ...(isWatched(row.event) && {
    event: toClauseChange(row.event, referencesOf({ event: row.event, filters: [], actions: [] })),
  }),
  filters: row.filters.map((filter) =>
    toClauseChange(filter, referencesOf({ filters: [filter], actions: [] })),
  ),
  actions: row.actions.map((action) =>
    toClauseChange(action, referencesOf({ filters: [], actions: [action] })),
  ),
  isActive: row.isActive,
  validFrom: instantOf(row.validFrom),
  validTo: instantOf(row.validTo),
  needsReview: row.needsReview,
})
