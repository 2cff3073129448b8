import { inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { toReferences } from '#kernel/events/journal.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { undoOfMade } from './madeRows.ts'
import { refuseBeyondImporter } from './mayUse.ts'
import { ensureNames, made } from './names.ts'
import { linesIn, type ReadRow } from './readRow.ts'
import { actionOf, currentValues, changedFields, type Target, type Written } from './target.ts'

type Item = typeof tables.inventoryItem.$inferSelect
type Change = Partial<Pick<Item, 'category' | 'catalogueNumber' | 'supplier' | 'fitsTypeIds'>>

export const itemTarget: Target = {
  order: (_scope, rows) => Promise.resolve([...rows]),
  async plan(scope, rows) {
    await refuseBeyondImporter(
      scope,
      rows,
      tables.equipmentType,
      scope.actor.equipmentTypeIds,
      (read, word) => (word === 'type' ? linesIn(read.values['types']) : []),
    )
    const items = await itemsNamed(scope, rows)
    const types = await typeNames(scope)
    return rows.map((read) => {
      const item = items.get(read.key.toLowerCase())
      const changes = changedFields(item && textOf(item, types, read), {
        ...(read.values['category'] !== undefined && { category: read.values['category'] }),
        ...(read.values['catalogueNumber'] !== undefined && {
          catalogueNumber: read.values['catalogueNumber'],
        }),
        ...(read.values['supplier'] !== undefined && { supplier: read.values['supplier'] }),
        ...(read.values['types'] !== undefined && {
          fitsTypeIds: linesIn(read.values['types']).join('; '),
        }),
      })
      return { read, action: actionOf(read, item !== undefined, changes), changes }
    })
  },
  async write(scope, planned, by) {
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    if (rows.length === 0) return []
    const reads = rows.map(({ read }) => read)
    const typeIds = await ensureNames(
      scope,
      'equipmentType',
      reads.flatMap((read) => linesIn(read.values['types'])),
      by,
    )
    const items = await itemsNamed(scope, reads)
    const written: Written[] = []
    for (const read of reads) {
      const item = items.get(read.key.toLowerCase())
      const change = changeOf(read, typeIds, item)
      written.push(
        item === undefined
          ? await addItem(scope, read.key, change)
          : await changeItem(scope, item, change),
      )
    }
    scope.changed('InventoryItem')
    return written
  },
  editor: 'editor|management',
  tags: ['InventoryItem'],
  undo: {
    ...undoOfMade.inventoryItem,
    async restore(scope, changed) {
      const items = await itemsOf(
        scope,
        changed.map(({ id }) => id),
      )
      for (const { id, before } of changed) {
        const item = items.find((one) => one.id === id)
        if (item !== undefined) await changeItem(scope, item, before as Change)
      }
      scope.changed('InventoryItem')
    },
  },
}

function changeOf(
  { values }: ReadRow,
  typeIds: ReadonlyMap<string, Id<'equipmentType'>>,
  item: Item | undefined,
): Change {
  const types = linesIn(values['types']).map((name) => made(typeIds, name))
  return {
    ...(values['category'] !== undefined && { category: values['category'] }),
    ...(values['catalogueNumber'] !== undefined && { catalogueNumber: values['catalogueNumber'] }),
    ...(values['supplier'] !== undefined && { supplier: values['supplier'] }),
    ...(types.length > 0 && {
      fitsTypeIds: [...new Set([...(item?.fitsTypeIds ?? []), ...types])],
    }),
  }
}

async function addItem(scope: Scope, name: string, change: Change): Promise<Written> {
  const [row] = await scope.db
    .insert(tables.inventoryItem)
    .values({
      companyId: scope.actor.companyId,
      name,
      unit: '',
      category: '',
      hasDoses: false,
      procedureIds: [],
      ...change,
      createdAt: scope.clock.now(),
      updatedAt: scope.clock.now(),
    })
    .returning()
  if (!row) throw new Error('The item was not kept')
  await scope.journal({
    entity: 'inventoryItem',
    id: row.id,
    name,
    before: null,
    after: journalled(row),
  })
  return { id: row.id, name, before: null }
}

async function changeItem(scope: Scope, item: Item, change: Change): Promise<Written> {
  await scope.db
    .update(tables.inventoryItem)
    .set({ ...change, ...nextVersion(tables.inventoryItem, scope.clock.now()) })
    .where(
      ofCompany(
        tables.inventoryItem,
        scope.actor.companyId,
        inArray(tables.inventoryItem.id, [item.id]),
      ),
    )
  await scope.journal({
    entity: 'inventoryItem',
    id: item.id,
    name: item.name,
    before: journalled(item),
    after: journalled({ ...item, ...change }),
  })
  return { id: item.id, name: item.name, before: currentValues(item, change) }
}

const journalled = ({ name, category, catalogueNumber, supplier, fitsTypeIds }: Item) => ({
  name,
  category,
  catalogueNumber,
  supplier,
  fitsTypeIds: toReferences('equipmentType', fitsTypeIds),
})

function textOf(
  item: Item,
  types: ReadonlyMap<number, string>,
  { values }: ReadRow,
): Record<string, string> {
  const known = new Set(item.fitsTypeIds.flatMap((id) => types.get(id)?.toLowerCase() ?? []))
  return {
    category: item.category,
    catalogueNumber: item.catalogueNumber ?? '',
    supplier: item.supplier ?? '',
    fitsTypeIds: linesIn(values['types'])
      .filter((name) => known.has(name.toLowerCase()))
      .join('; '),
  }
}

async function itemsNamed(scope: Scope, rows: readonly ReadRow[]): Promise<Map<string, Item>> {
  const { inventoryItem } = tables
  const names = [...new Set(rows.map(({ key }) => key.toLowerCase()))]
  const found = await scope.db
    .select()
    .from(inventoryItem)
    .where(
      ofCompany(
        inventoryItem,
        scope.actor.companyId,
        inArray(sql`lower(${inventoryItem.name})`, names),
      ),
    )
    .orderBy(inventoryItem.id)
  return new Map(found.map((item) => [item.name.toLowerCase(), item]))
}

const itemsOf = ({ db, actor }: Scope, ids: readonly number[]): Promise<Item[]> =>
  db
    .select()
    .from(tables.inventoryItem)
    .where(
      ofCompany(
        tables.inventoryItem,
        actor.companyId,
        inArray(sql`${tables.inventoryItem.id}`, [...ids]),
      ),
    )

export async function typeNames({ db, actor }: Scope): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: tables.equipmentType.id, name: tables.equipmentType.name })
    .from(tables.equipmentType)
    .where(ofCompany(tables.equipmentType, actor.companyId))
  return new Map(rows.map(({ id, name }) => [Number(id), name]))
}
