import { eq, gt, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { RruleDraft } from '#contract/rrules/rruleShapes.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { versionFor } from '#kernel/data/unversionedWrites.ts'
import { replaceReferences } from '#kernel/events/references.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion, refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import { checkSchedule, readable, referencesOf } from './checkRule.ts'
import { detail, draftOf, selectSchedule, type View } from './readRules.ts'
import { isSameTiming } from './schedule.ts'

function columnsOf({ rruleData, use, ...facts }: RruleDraft) {
  const { meterTypeId, quantity, latest, earliest } = use ?? noUse
  return { ...facts, data: rruleData, meterTypeId, use: use && { quantity, latest, earliest } }
}
const noUse = { meterTypeId: null, quantity: 0, latest: null, earliest: null }

export async function create(
  scope: Scope,
  draft: RruleDraft,
  madeByRunId: Id<'automationRun'> | null = null,
): Promise<View> {
  await checkSchedule(scope, draft)
  const now = scope.clock.now()
  const [made] = await scope.db
    .insert(tables.rrule)
    .values({
      ...columnsOf(draft),
      madeByRunId,
      companyId: scope.actor.companyId,
      activeFrom: now,
      nextEvaluationAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!made) throw new Error('The rule was not kept')
  await replaceReferences(
    scope.db,
    scope.actor.companyId,
    { kind: 'rrule', id: made.id },
    referencesOf(draft),
  )
  await scope.journal({
    entity: 'rrule',
    id: made.id,
    name: draft.name ?? '',
    before: null,
    after: readable(draft),
  })
  return detail(scope, made.id)
}

/**
 * Completed occurrences stay. Those that have not begun are deleted, and the new timing starts now.
 */
export async function update(
  scope: Scope,
  id: Id<'rrule'>,
  sent: number | undefined,
  draft: RruleDraft,
): Promise<View> {
  const { db, actor, clock } = scope
  const version = await versionFor(scope, tables.rrule, id, sent)
  const { rrule: before } = await selectSchedule(scope, id)
  await refuseStale(version, before, () => detail(scope, id))
  await checkSchedule(scope, draft, before)
  const now = clock.now()
  const isOtherTiming = !isSameTiming(draftOf(before), draft)
  await writeVersioned(scope, tables.rrule, {
    id,
    version,
    set: {
      ...columnsOf(draft),
      nextEvaluationAt: now,
      ...(isOtherTiming && { activeFrom: now }),
    },
  })
  if (isOtherTiming) {
    await db
      .delete(tables.occurrence)
      .where(
        ofCompany(
          tables.occurrence,
          actor.companyId,
          eq(tables.occurrence.rruleId, id),
          gt(tables.occurrence.at, now),
          inArray(tables.occurrence.state, ['planned', 'due']),
        ),
      )
    await db
      .update(tables.rruleObject)
      .set({ since: now, nextAt: null, nextFrom: null, nextTo: null, nextBy: null })
      .where(ofCompany(tables.rruleObject, actor.companyId, eq(tables.rruleObject.rruleId, id)))
  }
  await replaceReferences(db, actor.companyId, { kind: 'rrule', id }, referencesOf(draft))
  await scope.journal({
    entity: 'rrule',
    id,
    name: draft.name ?? '',
    before: readable(draftOf(before)),
    after: readable(draft),
  })
  return detail(scope, id)
}

export async function remove(scope: Scope, id: Id<'rrule'>): Promise<void> {
  const { db, actor, clock } = scope
  const { rrule: before } = await selectSchedule(scope, id)
  const now = clock.now()
  await db
    .update(tables.rrule)
    .set({ deletedAt: now, isActive: false, nextEvaluationAt: null, ...nextVersion(tables.rrule) })
    .where(ofCompany(tables.rrule, actor.companyId, eq(tables.rrule.id, id)))
  await db
    .update(tables.occurrence)
    .set({ state: 'closed', ...nextVersion(tables.occurrence, now) })
    .where(
      ofCompany(
        tables.occurrence,
        actor.companyId,
        eq(tables.occurrence.rruleId, id),
        inArray(tables.occurrence.state, ['planned', 'due', 'late']),
      ),
    )
  await replaceReferences(db, actor.companyId, { kind: 'rrule', id }, [])
  await scope.journal({
    entity: 'rrule',
    id,
    name: before.name ?? '',
    before: readable(draftOf(before)),
    after: null,
  })
}
