/**
 * When a referenced record is deleted, its automations keep their settings and the record's last
 * name. They are disabled and flagged for review in the same transaction, so an automation never
 * matches more than it was written for.
 */
import { inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Reference } from '#contract/journal/references.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { selectReferrers, referrersOf } from '#kernel/events/references.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'

export async function referencesGone(
  scope: Scope,
  kind: Reference['kind'],
  gone: readonly { id: number; name: string }[],
): Promise<void> {
  const { db, actor } = scope
  const ids = gone.map(({ id }) => id)
  const named = await selectReferrers(db, actor.companyId, { kind, ids }, 'automation')
  for (const { id, name } of gone) if (named.has(id)) await referenceGone(scope, { kind, id }, name)
}

export async function referenceGone(
  scope: Scope,
  missing: Reference,
  lastName: string,
): Promise<void> {
  const {
    db,
    actor: { companyId },
    clock,
  } = scope
  const ids = await referrersOf(db, companyId, missing, 'automation')
  if (ids.length === 0) return
  const where = ofCompany(
    tables.automation,
    companyId,
    inArray(tables.automation.id, ids as Id<'automation'>[]),
  )
  const flagged = await db.select().from(tables.automation).where(where)
  await db
    .update(tables.automation)
    .set({
      isActive: false,
      needsReview: true,
      missing: sql`${tables.automation.missing} || ${JSON.stringify([{ ...missing, name: lastName }])}::jsonb`,
      ...nextVersion(tables.automation, clock.now()),
    })
    .where(where)
  await scope.journal(
    ...flagged.map((row) => ({
      entity: 'automation' as const,
      id: row.id,
      name: row.name ?? '',
      before: { isActive: row.isActive, needsReview: row.needsReview, missing: row.missing },
      after: {
        isActive: false,
        needsReview: true,
        missing: [...row.missing, { ...missing, name: lastName }],
      },
    })),
  )
  scope.changed(
    'Automation',
    ...flagged.map((row) => ({ type: 'Automation' as const, id: row.id })),
  )
}
