/** Rules that begin with another event than a procedure, and so belong to none. */
import { eq, isNull } from 'drizzle-orm'
import type { Automation, EventRuleDraft } from '#contract/automation/automation.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { doesTheSame, removeAll, saveOne, selectAutomations, viewOf } from './automations.ts'
import { checkDraft, checkValidity } from './check.ts'

type Row = typeof tables.automation.$inferSelect

export function createEventRule(scope: Scope, draft: EventRuleDraft): Promise<Automation> {
  return save(scope, undefined, draft)
}

export async function updateEventRule(
  scope: Scope,
  id: Id<'automation'>,
  { updatedAt, ...draft }: EventRuleDraft & { updatedAt?: string | undefined },
): Promise<Automation> {
  const old = await found(scope, id)
  if (updatedAt !== undefined && old.updatedAt.toISOString() !== new Date(updatedAt).toISOString())
    throw conflict('Another user has changed this automation.', [
      { path: 'body.updatedAt', code: 'staleVersion', message: old.updatedAt.toISOString() },
    ])
  return save(scope, old, draft)
}

export async function deleteEventRule(scope: Scope, id: Id<'automation'>): Promise<void> {
  const old = await found(scope, id)
  await removeAll(scope, [old])
  scope.changed('Automation', { type: 'Automation', id })
}

async function found({ db, from }: Scope, id: Id<'automation'>): Promise<Row> {
  const [row] = await db
    .select()
    .from(tables.automation)
    .where(from.automations(eq(tables.automation.id, id), isNull(tables.automation.procedureId)))
    .for('update')
  if (!row) throw refuseNotFound('automation')
  return row
}

async function save(
  scope: Scope,
  old: Row | undefined,
  draft: EventRuleDraft,
): Promise<Automation> {
  const whole = { ...draft, id: old?.id ?? null }
  checkValidity(whole, 'body')
  const isJudged = !old || !doesTheSame(old, whole) || (draft.isActive && !old.isActive)
  if (isJudged) await checkDraft(scope, null, whole, 'body', old)
  const row = await saveOne(scope, null, old, whole, isJudged)
  const [view] = await viewOf(
    scope,
    await selectAutomations(scope, eq(tables.automation.id, row.id)),
  )
  if (!view) throw refuseNotFound('automation')
  return view
}
