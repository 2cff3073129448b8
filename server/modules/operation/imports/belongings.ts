import { inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { fitsRule } from '#contract/rules/fellows.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { attachAll, updateAll } from '../../site/equipment/index.ts'
import { findEquipment } from './found.ts'
import { addFault, type ReadRow } from './readRow.ts'
import type { WrittenBy } from './target.ts'

interface Thing {
  id: Id<'equipment'>
}
const saysOwner = (rows: readonly ReadRow[]) =>
  rows.some((read) => read.values['owner'] !== undefined)

export async function ownerNamesOf(
  scope: Scope,
  rows: readonly ReadRow[],
  things: readonly Thing[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  if (!saysOwner(rows) || things.length === 0) return new Map()
  return new Map(
    (await ownersOf(scope, things)).map(({ id, name, number }) => [
      Number(id),
      new Set([name, number ?? name].map((one) => one.toLowerCase())),
    ]),
  )
}

async function ownersOf({ db, actor, from }: Scope, things: readonly Thing[]) {
  const { equipment, fellow } = tables
  return db
    .select({ id: fellow.equipmentId, name: equipment.name, number: equipment.equipmentId })
    .from(fellow)
    .innerJoin(equipment, joinOn(equipment, fellow.ownerId))
    .where(
      ofCompany(
        fellow,
        actor.companyId,
        inArray(
          fellow.equipmentId,
          things.map(({ id }) => id),
        ),
        from.equipment(),
      ),
    )
}

export async function belongingsOf(
  scope: Scope,
  rows: readonly ReadRow[],
  things: readonly Thing[],
): Promise<{
  said(read: ReadRow): string | undefined
  ownerOf(id: number): string | undefined
  check(read: ReadRow): void
}> {
  if (!saysOwner(rows))
    return { said: () => undefined, ownerOf: () => undefined, check: () => undefined }
  const outside = await findEquipment(
    scope,
    rows.flatMap((read) => read.values['owner'] ?? []),
  )
  const owners = new Map(
    things.length === 0
      ? []
      : (await ownersOf(scope, things)).map(({ id, name }) => [Number(id), name] as const),
  )
  const types = await typeRules(scope)
  const mayMake = scope.can('editor|management')
  const nameOf = (read: ReadRow) => {
    const said = read.values['owner']
    const found = outside.get(said?.toLowerCase() ?? '')
    return read.below?.name ?? (typeof found === 'object' ? found.name : said)
  }
  return {
    said: nameOf,
    ownerOf: (id) => owners.get(id),
    check(read) {
      const said = read.values['owner']
      if (said === undefined) return
      // Owners are sorted first, so their errors are known: a failed owner will not exist.
      if (read.faults.length === 0 && (read.below?.faults.length ?? 0) > 0)
        addFault(read, 'owner', 'unknownEquipment')
      const [own, outer] = [read.values['type'], read.below?.values['type']]
      if (!mayMake && own !== undefined && outer !== undefined && !types(outer, own))
        addFault(read, 'owner', 'noFellowType')
    },
  }
}

/** Whether some fellow type allows the pair, by the names of the types. */
async function typeRules({ db, actor }: Scope): Promise<(owner: string, own: string) => boolean> {
  const { equipmentType, fellowType } = tables
  const rules = await db
    .select({ ownerTypeIds: fellowType.ownerTypeIds, fellowTypeIds: fellowType.fellowTypeIds })
    .from(fellowType)
    .where(ofCompany(fellowType, actor.companyId))
  const rows = await db
    .select({ id: equipmentType.id, name: equipmentType.name })
    .from(equipmentType)
    .where(ofCompany(equipmentType, actor.companyId))
  const ids = new Map(rows.map(({ id, name }) => [name.toLowerCase(), Number(id)]))
  return (owner, own) => {
    const [outer, inner] = [ids.get(owner.toLowerCase()), ids.get(own.toLowerCase())]
    return (
      outer !== undefined &&
      inner !== undefined &&
      rules.some((rule) => fitsRule(rule, outer, inner))
    )
  }
}

/**
 * Attaches written equipment to its owners. Where that is impossible, the owner's name becomes a
 * fact.
 */
export async function attachRows(
  scope: Scope,
  reads: readonly ReadRow[],
  by: Pick<WrittenBy, 'made'>,
): Promise<void> {
  if (!saysOwner(reads)) return
  const outside = await findEquipment(
    scope,
    reads.flatMap((read) =>
      read.below?.id === undefined
        ? [read.values['owner'] ?? [], read.below?.key ?? []].flat()
        : [],
    ),
  )
  const idOf = (said: string | undefined) => {
    const found = outside.get(said?.toLowerCase() ?? '')
    return typeof found === 'object' ? found.id : undefined
  }
  const wishes = reads.flatMap((read) => {
    const said = read.values['owner']
    if (said === undefined || read.id === undefined) return []
    const ownerId = read.below?.id ?? idOf(read.below?.key) ?? idOf(said)
    return [{ read, said, ownerId, equipmentId: read.id }]
  })
  const left = await attachAll(
    scope,
    wishes.flatMap(({ read, ownerId, equipmentId }) =>
      ownerId === undefined
        ? []
        : [
            {
              ownerId: ownerId as Id<'equipment'>,
              equipmentId: equipmentId as Id<'equipment'>,
              isPlaced: read.values['location'] !== undefined,
            },
          ],
    ),
    (type) => by.made('fellowType', type),
  )
  await saveAsFacts(
    scope,
    wishes.flatMap(({ read, said, ownerId, equipmentId }) =>
      ownerId === undefined || left.has(equipmentId)
        ? [{ id: equipmentId, key: read.ownerHeading ?? '', value: said }]
        : [],
    ),
  )
}

async function saveAsFacts(
  scope: Scope,
  facts: readonly { id: number; key: string; value: string }[],
): Promise<void> {
  if (facts.length === 0) return
  const { equipment } = tables
  const rows = await scope.db
    .select({ id: equipment.id, version: equipment.version, details: equipment.details })
    .from(equipment)
    .where(
      scope.from.equipment(
        inArray(
          sql`${equipment.id}`,
          facts.map(({ id }) => id),
        ),
      ),
    )
  await updateAll(
    scope,
    rows.map(({ id, version, details }) => {
      const fact = facts.find((one) => one.id === id)
      const others = details.filter(({ key }) => key !== fact?.key)
      const change = { details: [...others, { key: fact?.key ?? '', value: fact?.value ?? '' }] }
      return { id, version, change }
    }),
  )
}
