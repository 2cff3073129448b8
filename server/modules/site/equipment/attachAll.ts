import { eq, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { findRuleFor, fitsRule, MAX_OF_FELLOW_TYPE } from '#contract/rules/fellows.ts'
import { truncate } from '#contract/rules/truncate.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { selectWholeTrees } from '../../foundation/fellows/index.ts'
import { journalOwners } from './detachFellows.ts'
import { moveToOwner } from './fellows.ts'
import { requireVisibleFellow } from './fellowRows.ts'

export interface AttachWish {
  ownerId: Id<'equipment'>
  equipmentId: Id<'equipment'>
  /** Keeps its own location instead of taking the owner's. */
  isPlaced: boolean
}

/**
 * Adds a fellow type if none allows the pair and the user may. Returns the equipment that could not
 * be attached.
 */
export async function attachAll(
  scope: Scope,
  wishes: readonly AttachWish[],
  onMade?: (type: { id: number; name: string }) => void,
): Promise<ReadonlySet<number>> {
  const left = new Set<number>()
  if (wishes.length === 0) return left
  const { db, actor } = scope
  // Two concurrent attaches could close a loop that neither of them sees.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('fellows'), ${actor.companyId})`)
  const rules = await db
    .select()
    .from(tables.fellowType)
    .where(ofCompany(tables.fellowType, actor.companyId))
  for (const { ownerId, equipmentId, isPlaced } of wishes) {
    const owner = await requireVisibleFellow(scope, ownerId, 'ownerId')
    const thing = await requireVisibleFellow(scope, equipmentId, 'equipmentId')
    const belongings = await selectWholeTrees(db, actor.companyId, [ownerId, equipmentId])
    const now = belongings.find((one) => one.equipmentId === Number(equipmentId))
    if (now?.ownerId === Number(ownerId)) continue
    if (!rules.some((rule) => fitsRule(rule, owner.typeId, thing.typeId))) {
      const made = scope.can('editor|management') ? await makeRule(scope, owner, thing) : undefined
      if (made !== undefined) {
        rules.push(made)
        onMade?.(made)
      }
    }
    const answer = findRuleFor(rules, belongings, { thing, owner, isTaken: true })
    if ('fault' in answer) {
      left.add(equipmentId)
      continue
    }
    const [former] = await db
      .delete(tables.fellow)
      .where(ofCompany(tables.fellow, actor.companyId, eq(tables.fellow.equipmentId, equipmentId)))
      .returning({ ownerId: tables.fellow.ownerId })
    await db.insert(tables.fellow).values({
      companyId: actor.companyId,
      equipmentId,
      ownerId,
      fellowTypeId: answer.rule.id as Id<'fellowType'>,
    })
    await journalOwners(scope, [{ equipmentId, before: former?.ownerId ?? null, after: ownerId }])
    if (!isPlaced) await moveToOwner(scope, owner, equipmentId, belongings)
  }
  scope.changed('Fellow', 'FellowType')
  return left
}

interface Typed {
  typeId: number
}

async function makeRule(scope: Scope, owner: Typed, thing: Typed) {
  const { db, actor } = scope
  const names = new Map(
    (
      await db
        .select({ id: tables.equipmentType.id, name: tables.equipmentType.name })
        .from(tables.equipmentType)
        .where(ofCompany(tables.equipmentType, actor.companyId))
    ).map(({ id, name }) => [Number(id), name]),
  )
  const name = truncate(`${names.get(owner.typeId) ?? ''} – ${names.get(thing.typeId) ?? ''}`, 200)
  const [rule] = await db
    .insert(tables.fellowType)
    .values({
      companyId: actor.companyId,
      name,
      // ids of stored equipment
      ownerTypeIds: [owner.typeId as Id<'equipmentType'>],
      fellowTypeIds: [thing.typeId as Id<'equipmentType'>],
      maximum: MAX_OF_FELLOW_TYPE,
      statusFollows: false,
    })
    .onConflictDoNothing()
    .returning()
  if (rule)
    await scope.journal({
      entity: 'fellowType',
      id: rule.id,
      name,
      before: null,
      after: { name },
    })
  return rule
}
