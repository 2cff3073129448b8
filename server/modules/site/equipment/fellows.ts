import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { fellows as contract } from '#contract/equipment/fellows.ts'
import { macOf } from '#contract/ingest/fields.ts'
import type { Id } from '#contract/ids.ts'
import { referenceListCalls } from '#contract/referenceLists/referenceLists.ts'
import {
  findRuleFor,
  descendantsOf,
  inheritedChanges,
  type AttachFault,
} from '#contract/rules/fellows.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { badInput, conflict, refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { selectWholeTrees } from '../../foundation/fellows/index.ts'
import { usedInFacts, referenceListHandlers } from '../../foundation/referenceLists/index.ts'
import { forgetFacts, positionsOfFellows } from '../positions/index.ts'
import { writeMoves } from './moveFellows.ts'
import { fellowTrees, listFellows, requireVisibleFellow, oneFellow } from './fellowRows.ts'
import { journalOwners } from './detachFellows.ts'

type Columns = Pick<
  z.output<typeof contract.createFellowType.body>,
  'ownerTypeIds' | 'fellowTypeIds' | 'maximum' | 'statusFollows'
>

const types = referenceListHandlers<Columns>({
  table: tables.fellowType,
  entity: 'fellowType',
  extra: ['maximum', 'statusFollows'],
  lists: { ownerTypeIds: 'equipmentType', fellowTypeIds: 'equipmentType' },
  uses: [
    usedInFacts(
      {
        kind: 'equipment',
        table: tables.fellow,
        id: tables.fellow.equipmentId,
        name: sql`(select ${tables.equipment.name} from ${tables.equipment}
          where ${tables.equipment.companyId} = ${tables.fellow.companyId}
          and ${tables.equipment.id} = ${tables.fellow.equipmentId})`,
        visible: (from) =>
          sql`${tables.fellow.equipmentId} in (select ${tables.equipment.id} from ${tables.equipment}
            where ${from.equipment()})`,
        holds: true,
      },
      'fellowTypeId',
      tables.fellow.fellowTypeId,
    ),
  ],
  async check(scope, { ownerTypeIds, fellowTypeIds }) {
    for (const [path, ids] of Object.entries({ ownerTypeIds, fellowTypeIds }))
      await requireRows(
        scope,
        tables.equipmentType,
        ids as number[],
        'equipment type',
        `body.${path}`,
      )
  },
})

const refusals: Record<
  AttachFault,
  (path: string, said: { owner: string; rule: string }) => Error
> = {
  fellowOfItself: (path) => badInput(path, 'fellowOfItself', 'Nothing belongs to itself.'),
  fellowCircle: (path) =>
    badInput(path, 'fellowCircle', 'The owner belongs to this very thing already.'),
  noFellowType: (path) =>
    badInput(path, 'noFellowType', 'No fellow type lets this belong to that.'),
  hasOwner: (path, { owner }) =>
    conflict('It belongs to something already.', [{ path, code: 'hasOwner', message: owner }]),
  fellowTypeFull: (path, { rule }) =>
    conflict('As many belong to this owner as its type allows.', [
      { path, code: 'fellowTypeFull', message: rule },
    ]),
  tooManyFellows: (path) =>
    conflict('More things than one move may carry would hang together.', [
      { path, code: 'tooManyFellows', message: '' },
    ]),
}

interface Wish {
  ownerId: Id<'equipment'>
  equipmentId: Id<'equipment'>
  fellowTypeId?: Id<'fellowType'> | undefined
  isTaken: boolean
}

async function attach(kernel: Kernel, scope: Scope, wish: Wish, path: string) {
  const { db, actor } = scope
  const company = actor.companyId
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('fellows'), ${company})`)
  const owner = await requireVisibleFellow(scope, wish.ownerId, 'body.ownerId')
  const equipment = await requireVisibleFellow(scope, wish.equipmentId, path)
  if (wish.fellowTypeId !== undefined)
    await requireRows(
      scope,
      tables.fellowType,
      [wish.fellowTypeId],
      'fellow equipment type',
      'body.fellowTypeId',
    )
  const rules = await db
    .select()
    .from(tables.fellowType)
    .where(ofCompany(tables.fellowType, company))
    .orderBy(byName(scope, tables.fellowType.name), asc(tables.fellowType.id))
  const belongings = await selectWholeTrees(db, company, [owner.id, equipment.id])
  const answer = findRuleFor(rules, belongings, {
    thing: equipment,
    owner,
    ruleId: wish.fellowTypeId,
    isTaken: wish.isTaken,
  })
  if ('fault' in answer) {
    const now = await oneFellow(scope, equipment.id)
    throw refusals[answer.fault](path, {
      owner: now.owner?.name ?? '',
      rule: answer.rule?.name ?? '',
    })
  }
  const [former] = await db
    .delete(tables.fellow)
    .where(ofCompany(tables.fellow, company, eq(tables.fellow.equipmentId, equipment.id)))
    .returning({ ownerId: tables.fellow.ownerId })
  await db.insert(tables.fellow).values({
    companyId: company,
    equipmentId: equipment.id,
    ownerId: owner.id,
    fellowTypeId: answer.rule.id as Id<'fellowType'>,
  })
  await journalOwners(scope, [
    { equipmentId: equipment.id, before: former?.ownerId ?? null, after: owner.id },
  ])
  const moved = await moveToOwner(scope, owner, equipment.id, belongings)
  forgetFacts(kernel, company)
  scope.changed({ type: 'Equipment', id: equipment.id }, { type: 'Equipment', id: owner.id })
  return { fellow: await oneFellow(scope, equipment.id), moved }
}

/**
 * Moves the equipment, with its own fellows, to the owner's location and position. Returns how many
 * fellows followed.
 */
export async function moveToOwner(
  scope: Scope,
  owner: { id: Id<'equipment'>; locationId: Id<'location'> | null },
  id: Id<'equipment'>,
  belongings: Awaited<ReturnType<typeof selectWholeTrees>>,
): Promise<number> {
  const own = descendantsOf([id], belongings).map(({ of }) => of)
  await positionsOfFellows(scope, owner.id, [id, ...own.map(({ equipmentId }) => equipmentId)])
  if (owner.locationId === null) return 0
  const to = { locationId: owner.locationId }
  const carried = await writeMoves(scope, [
    { equipmentId: id, withId: owner.id, ...to },
    ...inheritedChanges(own, new Map([[Number(id), to]])).map((one) => ({
      ...one,
      withId: owner.id,
    })),
  ])
  return carried.filter((one) => one.id !== id).length
}

async function byNumber({ db, from, actor }: Scope, number: string): Promise<Id<'equipment'>> {
  const said = number.trim()
  const [found] = await db
    .select({ id: tables.equipment.id })
    .from(tables.equipment)
    .where(
      from.equipment(
        sql`(lower(${tables.equipment.equipmentId}) = lower(${said}) or ${tables.equipment.id} in (
          select ${tables.beacon.equipmentId} from ${tables.beacon}
          where ${tables.beacon.companyId} = ${actor.companyId} and ${tables.beacon.mac} = ${macOf(said) ?? ''}))`,
      ),
    )
    .orderBy(sql`${tables.equipment.equipmentId} = ${said} desc`, tables.equipment.id)
    .limit(1)
  if (!found) throw refuseNotFound('equipment', 'body.number')
  return found.id
}

async function detach(kernel: Kernel, scope: Scope, id: Id<'equipment'>): Promise<void> {
  await requireVisibleFellow(scope, id, 'params.equipmentId')
  const [gone] = await scope.db
    .delete(tables.fellow)
    .where(ofCompany(tables.fellow, scope.actor.companyId, eq(tables.fellow.equipmentId, id)))
    .returning({ ownerId: tables.fellow.ownerId })
  if (!gone) throw refuseNotFound('fellow equipment', 'params.equipmentId')
  await journalOwners(scope, [{ equipmentId: id, before: gone.ownerId, after: null }])
  forgetFacts(kernel, scope.actor.companyId)
  scope.changed({ type: 'Equipment', id }, { type: 'Equipment', id: gone.ownerId })
}

export const fellowHandlers = (kernel: Kernel): Handlers<typeof contract> => ({
  ...referenceListCalls('FellowType', 'FellowTypes', types),
  getFellowTypes: types.all,
  listFellows: (scope, { body }) => listFellows(scope, body),
  getFellowTree: (scope, { body }) => fellowTrees(scope, body),
  attachFellow: (scope, { body }) => attach(kernel, scope, body, 'body.equipmentId'),
  async scanFellow(scope, { body: { number, ...wish } }) {
    const equipmentId = await byNumber(scope, number)
    return attach(kernel, scope, { ...wish, equipmentId }, 'body.number')
  },
  async detachFellow(scope, { params }) {
    await detach(kernel, scope, params.equipmentId)
    return { detached: true }
  },
})
