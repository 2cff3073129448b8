import { inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { roundAmount } from '#contract/rules/stock.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  endStocks,
  restoreStock,
  setStock,
  storedStock,
  type StockBefore,
  type StoredStock,
} from '../../work/inventory/index.ts'
import { placeFault, placeIn, placesNamed, type Places } from './found.ts'
import { addFault, type ReadRow } from './readRow.ts'
import {
  actionOf,
  changedFields,
  givenTexts,
  type Planned,
  type Target,
  type Written,
  type WrittenBy,
} from './target.ts'

type Item = typeof tables.inventoryItem.$inferSelect

export const stockTarget: Target = {
  partOf: () =>
    Promise.resolve(({ values }) =>
      [values['location'], values['lot'], values['lot'] === undefined ? '' : values['nextExpiry']]
        .join('\n')
        .toLowerCase(),
    ),
  order: (_scope, rows) => Promise.resolve([...rows]),
  async plan(scope, rows) {
    const around = await aroundOf(scope, rows)
    const mayMake = scope.can('editor|management')
    return rows.map((read) => {
      const { location } = read.values
      const code = location === undefined ? 'required' : placeFault(around.places, location)
      if (code !== null) addFault(read, 'location', code)
      const item = around.items.get(read.key.toLowerCase())
      if (item === undefined && !mayMake) addFault(read, 'item', 'cannotMake')
      for (const field of ['amount', 'minimum'] as const)
        if (read.values[field] !== undefined)
          read.values[field] = String(roundAmount(Number(read.values[field])))
      const stock = stockOf(around, read)
      const lot = lotOf(stock, read)
      const place = around.places.get(location?.toLowerCase() ?? '')
      const changes = changedFields(
        item && {
          ...textOfItem(item),
          ...(stock !== undefined && textOfStock(stock, lot, read)),
          location: typeof place === 'object' ? place.name : '',
        },
        givenTexts(read, {
          item: item?.name ?? read.key,
          location: typeof place === 'object' ? place.name : location,
        }),
      )
      checkChanges(read, { item, stock, lot, changed: changes.map(({ field }) => field) })
      return { read, action: actionOf(read, stock !== undefined, changes), changes }
    })
  },
  async write(scope, planned, by) {
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    if (rows.length === 0) return []
    await makeItems(scope, rows, by)
    const around = await aroundOf(
      scope,
      rows.map(({ read }) => read),
    )
    const written = new Map<number, Written>()
    for (const { read, action } of rows) {
      const stock = stockOf(around, read)
      const { id, before } = await setStock(scope, setOf(around, read, stock))
      const former = written.get(id)
      // Several rows may be lots of one stock.
      if (former?.before === null) continue
      const earlier = former?.before as StockBefore | undefined
      written.set(id, {
        id,
        name: read.name,
        before:
          action === 'create'
            ? null
            : {
                minimum: earlier === undefined ? before.minimum : earlier.minimum,
                movements: [...(earlier?.movements ?? []), ...before.movements],
              },
      })
    }
    return [...written.values()]
  },
  editor: 'editor|equipment',
  tags: ['Stock', 'InventoryItem', 'Alert'],
  undo: {
    table: tables.stock,
    held: () => Promise.resolve(new Set()),
    remove: (scope, ids) => endStocks(scope, ids as readonly Id<'stock'>[]),
    async restore(scope, changed) {
      // ids that the import stored for its own movements
      for (const { id, before } of changed)
        await restoreStock(scope, id as Id<'stock'>, before as StockBefore)
    },
  },
}

interface Around {
  items: ReadonlyMap<string, Item>
  places: Places
  stocks: ReadonlyMap<string, StoredStock>
}

async function aroundOf(scope: Scope, rows: readonly ReadRow[]): Promise<Around> {
  const { db, actor } = scope
  const { inventoryItem } = tables
  const names = [...new Set(rows.map(({ key }) => key.toLowerCase()))]
  const items =
    names.length === 0
      ? []
      : await db
          .select()
          .from(inventoryItem)
          .where(
            ofCompany(
              inventoryItem,
              actor.companyId,
              inArray(sql`lower(${inventoryItem.name})`, names),
            ),
          )
          .orderBy(inventoryItem.id)
  const stocks = await storedStock(
    scope,
    items.map(({ id }) => id),
  )
  return {
    items: new Map(items.map((item) => [item.name.toLowerCase(), item])),
    places: await placesNamed(
      scope,
      rows.flatMap(({ values }) => values['location'] ?? []),
    ),
    stocks: new Map(
      stocks.flatMap((stock) =>
        stock.isEnded ? [] : [[`${stock.itemId}\n${stock.locationId}`, stock]],
      ),
    ),
  }
}

function stockOf({ items, places, stocks }: Around, read: ReadRow): StoredStock | undefined {
  const item = items.get(read.key.toLowerCase())
  const place = places.get(read.values['location']?.toLowerCase() ?? '')
  return item === undefined || typeof place !== 'object'
    ? undefined
    : stocks.get(`${item.id}\n${place.id}`)
}

type Lot = StoredStock['lots'][number]

function lotOf(stock: StoredStock | undefined, { values }: ReadRow): Lot | undefined {
  const { lot, nextExpiry } = values
  if (stock === undefined) return undefined
  if (lot === undefined) return stock.lots.length === 1 ? stock.lots[0] : undefined
  const named = stock.lots.filter(({ name }) => name.toLowerCase() === lot.toLowerCase())
  return nextExpiry === undefined
    ? named.length === 1
      ? named[0]
      : undefined
    : named.find(({ expiresOn }) => expiresOn === nextExpiry)
}

const textOfItem = ({ name, unit, category, gtin, catalogueNumber, supplier }: Item) => ({
  item: name,
  unit,
  category,
  gtin: gtin ?? '',
  catalogueNumber: catalogueNumber ?? '',
  supplier: supplier ?? '',
})

function textOfStock(
  { amount, minimum, lots }: StoredStock,
  lot: Lot | undefined,
  { values }: ReadRow,
): Record<string, string> {
  const text = { minimum: minimum === null ? '' : String(minimum) }
  if (values['lot'] !== undefined)
    return {
      ...text,
      lot: lot?.name ?? '',
      amount: lot === undefined ? '' : String(lot.amount),
      nextExpiry: lot?.expiresOn ?? '',
    }
  const inStock = lots.filter((one) => one.amount > 0)
  return { ...text, amount: String(amount), nextExpiry: inStock[0]?.expiresOn ?? '' }
}

/**
 * Reports changes that an import cannot decide: an item with several stocks, or which of several
 * lots changed.
 */
function checkChanges(
  read: ReadRow,
  of: {
    item: Item | undefined
    stock: StoredStock | undefined
    lot: Lot | undefined
    changed: readonly string[]
  },
): void {
  const { item, stock, lot, changed } = of
  for (const field of ['unit', 'category', 'gtin', 'catalogueNumber', 'supplier'] as const)
    if (item !== undefined && changed.includes(field)) addFault(read, field, 'cannotChange')
  for (const field of ['amount', 'minimum'] as const)
    if (changed.includes(field) && Number(read.values[field]) < 0)
      addFault(read, field, 'outOfRange')
  if (stock === undefined || read.values['lot'] !== undefined) return
  if (changed.includes('amount') && stock.lots.length > 1) addFault(read, 'amount', 'severalLots')
  else if (changed.includes('nextExpiry') && stock.lots.length > 0)
    addFault(read, 'nextExpiry', lot === undefined ? 'severalLots' : 'cannotChange')
}

function setOf(
  { items, places }: Around,
  read: ReadRow,
  stock: StoredStock | undefined,
): Parameters<typeof setStock>[1] {
  const { amount, minimum, lot, nextExpiry } = read.values
  const item = items.get(read.key.toLowerCase())
  if (item === undefined) throw new Error('The item of a row was not made')
  const known = lotOf(stock, read)
  return {
    itemId: item.id,
    locationId: placeIn(places, read.values['location'] ?? ''),
    minimum: minimum === undefined ? undefined : Number(minimum),
    counted:
      // The total of several lots is unchanged, or the row has an error.
      amount === undefined || (lot === undefined && (stock?.lots.length ?? 0) > 1)
        ? undefined
        : {
            ...(known !== undefined && { lotId: known.id }),
            name: lot ?? '',
            expiresOn: nextExpiry ?? null,
            amount: Number(amount),
          },
  }
}

async function makeItems(
  scope: Scope,
  rows: readonly Planned[],
  { made }: WrittenBy,
): Promise<void> {
  const { items } = await aroundOf(
    scope,
    rows.map(({ read }) => read),
  )
  const missing = new Map<string, ReadRow>()
  for (const { read } of rows) {
    const name = read.key.toLowerCase()
    if (!items.has(name) && !missing.has(name)) missing.set(name, read)
  }
  if (missing.size === 0) return
  const created = await scope.db
    .insert(tables.inventoryItem)
    .values(
      [...missing.values()].map(({ key, values }) => ({
        companyId: scope.actor.companyId,
        name: key,
        unit: values['unit'] ?? '',
        category: values['category'] ?? '',
        hasDoses: false,
        procedureIds: [],
        gtin: values['gtin'] ?? null,
        catalogueNumber: values['catalogueNumber'] ?? null,
        supplier: values['supplier'] ?? null,
        createdAt: scope.clock.now(),
        updatedAt: scope.clock.now(),
      })),
    )
    .returning()
  for (const { id, name } of created) made('inventoryItem', { id, name })
  await scope.journal(
    ...created.map(({ id, name, unit, category, gtin, catalogueNumber, supplier }) => ({
      entity: 'inventoryItem' as const,
      id,
      name,
      before: null,
      after: { name, unit, category, gtin, catalogueNumber, supplier },
    })),
  )
  scope.changed('InventoryItem')
}
