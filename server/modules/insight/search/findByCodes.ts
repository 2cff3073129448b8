import { and, asc, eq, gt, inArray, isNull, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { labelKeys, type EntityField, type LabelMeaning } from '#contract/entityFields.ts'
import { equipmentFields } from '#contract/equipment/equipmentFields.ts'
import { identifierNamed } from '#contract/equipment/identifierHeadings.ts'
import { locationFields } from '#contract/locations/locationFields.ts'
import { normalisedSpellings, digitTranslation, withoutZeros } from '#contract/rules/scanned.ts'
import type { FoundByCode, ScannedCode } from '#contract/search.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { searchIn } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  countAgreement,
  bestMatches,
  isOtherProduct,
  matchOf,
  toSearchValues,
  withoutCheckCharacter,
  type Values,
  type Wanted,
} from './scannedCodes.ts'

/** Rows shown. A number should identify one record. */
const SHOWN = 20
/** Candidates that are compared in memory. A product number is on every piece of the product. */
const CANDIDATES = 500

interface Candidate {
  kind: FoundByCode['kind']
  id: number
  name: string
  place: string | null
  expiresOn: string | null
  values: Values
  /** GTIN of the record's product, if known. */
  gtin: string | null
}

/**
 * Sorts by precision: identifiers of one piece, then lots and products, then numbers written
 * differently.
 */
export async function findByCodes(scope: Scope, codes: readonly ScannedCode[]) {
  const wanted = toSearchValues(codes, (await calendarOf(scope)).today)
  const { numbers, serials, lots, products, macs, label } = wanted
  const of = new Set(products)
  const pieces = [...new Set([...numbers, ...serials])]
  const found =
    (await someOf(wanted, [
      equipmentWith(scope, {
        number: pieces,
        serial: pieces,
        fact: pieces.filter((value) => !of.has(value)),
        macs,
      }),
      locationsWith(scope, numbers),
    ])) ??
    (await someOf(wanted, [
      equipmentWith(scope, { lot: [...lots, ...numbers], fact: lots }),
      stockWith(scope, isOneOf([...lots, ...numbers])(tables.stockLot.name)),
    ])) ??
    (await someOf(wanted, [
      equipmentWith(scope, { product: [...products, ...numbers], fact: products }),
      stockWith(scope, isOfProduct([...products, ...numbers])),
    ])) ??
    (await nearlyWritten(scope, codes)) ??
    (await withMoreZeros(scope, codes))
  const best = bestMatches(found, ({ values }) => countAgreement(wanted, values))
  return {
    rows: best.slice(0, SHOWN).map(({ kind, id, name, place, expiresOn, values }) => ({
      kind,
      id,
      name,
      place,
      expiresOn,
      ...matchOf(wanted, values),
    })),
    isCut: best.length > SHOWN,
    label,
  }
}

/** The rows of both queries, without rows of another product. Undefined if no row is left. */
async function someOf(
  wanted: Wanted,
  queries: readonly Promise<Candidate[]>[],
): Promise<Candidate[] | undefined> {
  const rows: Candidate[] = []
  for (const query of queries) rows.push(...(await query))
  const own = rows.filter(({ gtin }) => !isOtherProduct(wanted, gtin))
  return own.length === 0 ? undefined : own
}

type Holds = (column: SQLWrapper) => SQL
const ofEquipment = (holds: Holds, meanings: readonly LabelMeaning[]) =>
  labelKeys(equipmentFields, meanings).map((key) => holds(tables.equipment[key]))
const ofLocation = (holds: Holds) =>
  labelKeys(locationFields).map((key) => holds(tables.location[key]))
const isOneOf =
  (values: readonly string[]): Holds =>
  (column) =>
    inArray(sql`lower(${column})`, [...values])
/** Narrows by the indexed search column, which includes facts. */
const containsOneOf = (column: SQLWrapper, values: readonly string[]) =>
  or(...values.map((value) => searchIn(column, value)))

type Asked = Readonly<Partial<Record<LabelMeaning | 'fact' | 'macs', readonly string[]>>>

/**
 * Finds equipment by label columns, facts and metadata, the product of its type, and attached
 * beacons.
 */
async function equipmentWith(
  scope: Scope,
  { fact, macs, ...columns }: Asked,
): Promise<Candidate[]> {
  const labelled = keysIn(columns).flatMap((meaning) => {
    const values = columns[meaning] ?? []
    return values.length === 0 ? [] : [or(...ofEquipment(isOneOf(values), [meaning]))]
  })
  const all = [...Object.values(columns).flat(), ...(fact ?? [])]
  const conditions = [
    and(
      containsOneOf(tables.equipment.folded, [...new Set(all)]),
      or(...labelled, isFactOneOf(fact)),
    ),
    await isMetadataOneOf(scope, columns),
    columns.product === undefined ? undefined : isOfTypeOf(scope, columns.product),
    isOneOfNone(macs) ? undefined : inArray(tables.beacon.mac, [...macs]),
  ].filter((condition) => condition !== undefined)
  return all.length + (macs ?? []).length === 0 || conditions.length === 0
    ? []
    : selectEquipment(scope, CANDIDATES, or(...conditions))
}
const keysIn = (columns: Partial<Record<LabelMeaning, unknown>>) =>
  (['number', 'serial', 'product', 'lot'] as const).filter((key) => columns[key] !== undefined)
const isOneOfNone = (values: readonly string[] | undefined): values is undefined =>
  values === undefined || values.length === 0

const isFactOneOf = (values: readonly string[] | undefined) =>
  isOneOfNone(values)
    ? undefined
    : sql`exists (select from jsonb_array_elements(${tables.equipment.details}) as fact
        where ${inArray(sql`lower(trim(fact ->> 'value'))`, [...values])})`

/** Metadata fields may hold numbers too, until users move them to the fields. */
async function isMetadataOneOf(
  { db, actor }: Scope,
  columns: Partial<Record<LabelMeaning, readonly string[]>>,
): Promise<SQL | undefined> {
  const named = await db
    .select({ id: tables.metadataField.id, name: tables.metadataField.name })
    .from(tables.metadataField)
    .where(
      ofCompany(
        tables.metadataField,
        actor.companyId,
        eq(tables.metadataField.dataType, 'text'),
        eq(tables.metadataField.belongsTo, 'equipment'),
      ),
    )
  return or(
    ...named.flatMap(({ id, name }) => {
      const key = identifierNamed(name)
      const field: EntityField | null = key && equipmentFields[key]
      const meaning = field?.onLabel
      const values = meaning === undefined ? [] : (columns[meaning] ?? [])
      const value = sql`${tables.equipment.metadata} ->> ${String(id)}::text`
      return values.length === 0 ? [] : [inArray(sql`lower(trim(${value}))`, [...values])]
    }),
  )
}

const isOfTypeOf = ({ actor }: Scope, products: readonly string[]) =>
  products.length === 0
    ? undefined
    : and(
        isNull(tables.equipment.gtin),
        sql`${tables.equipment.typeId} in (select ${tables.equipmentType.id}
          from ${tables.equipmentType} where ${ofCompany(
            tables.equipmentType,
            actor.companyId,
            or(
              isOneOf(products)(tables.equipmentType.gtin),
              isOneOf(products)(tables.equipmentType.model),
            ),
          )})`,
      )

const locationsWith = (scope: Scope, numbers: readonly string[]) =>
  numbers.length === 0
    ? Promise.resolve([])
    : selectLocations(
        scope,
        CANDIDATES,
        and(containsOneOf(tables.location.folded, numbers), or(...ofLocation(isOneOf(numbers)))),
      )

const isOfProduct = (products: readonly string[]) =>
  products.length === 0
    ? sql`false`
    : or(
        isOneOf(products)(tables.inventoryItem.gtin),
        isOneOf(products)(tables.inventoryItem.catalogueNumber),
      )

async function stockWith({ db, actor, from }: Scope, where: SQL | undefined): Promise<Candidate[]> {
  const rows = await db
    .select({
      id: tables.stock.id,
      name: tables.inventoryItem.name,
      place: tables.location.name,
      lot: tables.stockLot.name,
      expiresOn: tables.stockLot.expiresOn,
      gtin: tables.inventoryItem.gtin,
      catalogueNumber: tables.inventoryItem.catalogueNumber,
    })
    .from(tables.stockLot)
    .innerJoin(tables.stock, joinOn(tables.stock, tables.stockLot.stockId))
    .innerJoin(tables.inventoryItem, joinOn(tables.inventoryItem, tables.stock.itemId))
    .innerJoin(tables.location, joinOn(tables.location, tables.stock.locationId))
    .where(
      ofCompany(
        tables.stockLot,
        actor.companyId,
        where,
        gt(tables.stockLot.amount, 0),
        from.locations(),
      ),
    )
    .orderBy(
      byName({ actor }, tables.inventoryItem.name),
      sql`${tables.stockLot.expiresOn} asc nulls last`,
      asc(tables.stock.id),
    )
    .limit(SHOWN + 1)
  return rows.map(({ lot, catalogueNumber, ...row }) => ({
    kind: 'stock' as const,
    ...row,
    values: { lot: [lot], product: known([row.gtin, catalogueNumber]) },
  }))
}

const bared = (column: SQLWrapper) =>
  sql`translate(lower(${column}), ${digitTranslation.from}, ${digitTranslation.to})`

/** Reads all numbers of the company, without facts. */
async function numbersThat(scope: Scope, most: number, holds: Holds): Promise<Candidate[]> {
  return [
    ...(await selectEquipment(scope, most, or(...ofEquipment(holds, ['number', 'serial'])))),
    ...(await selectLocations(scope, most, or(...ofLocation(holds)))),
  ]
}

/**
 * Ignores spaces, dashes, case, digit script, and a check character of Code 39. Finds nothing if
 * several match, because the wrong one must not open. Undefined if none matches.
 */
async function nearlyWritten(
  scope: Scope,
  codes: readonly ScannedCode[],
): Promise<Candidate[] | undefined> {
  const spellings = codes.flatMap((code) =>
    [code.text, withoutCheckCharacter(code)].flatMap((text) => normalisedSpellings(text ?? '')),
  )
  if (spellings.length === 0) return undefined
  const found = await numbersThat(scope, 2, (column) => inArray(bared(column), spellings))
  if (found.length === 0) return undefined
  return found.length === 1 ? found : []
}

async function withMoreZeros(scope: Scope, codes: readonly ScannedCode[]): Promise<Candidate[]> {
  const digits = codes.flatMap(({ text }) => withoutZeros(text) ?? [])
  return digits.length === 0
    ? []
    : numbersThat(scope, SHOWN + 1, (column) => inArray(sql`ltrim(${bared(column)}, '0')`, digits))
}

async function selectEquipment(
  { db, from, actor }: Scope,
  most: number,
  where: SQL | undefined,
): Promise<Candidate[]> {
  const around = alias(tables.location, 'around')
  const rows = await db
    .select({
      id: tables.equipment.id,
      name: tables.equipment.name,
      place: around.name,
      number: tables.equipment.equipmentId,
      serial: tables.equipment.serialNumber,
      lot: tables.equipment.lot,
      model: tables.equipment.model,
      gtin: tables.equipment.gtin,
      type: { gtin: tables.equipmentType.gtin, model: tables.equipmentType.model },
      metadata: tables.equipment.metadata,
      details: tables.equipment.details,
      mac: tables.beacon.mac,
    })
    .from(tables.equipment)
    .innerJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(around, and(joinOn(around, tables.equipment.locationId), isSeen(from, around)))
    .leftJoin(
      tables.beacon,
      and(
        eq(tables.beacon.companyId, tables.equipment.companyId),
        eq(tables.beacon.equipmentId, tables.equipment.id),
      ),
    )
    .where(from.equipment(where))
    .orderBy(byName({ actor }, tables.equipment.name), asc(tables.equipment.id))
    .limit(most)
  return rows.map(({ id, name, place, gtin, type, details, metadata, ...row }) => ({
    kind: 'equipment',
    id,
    name,
    place,
    expiresOn: null,
    gtin: gtin ?? type.gtin,
    values: {
      number: known([row.number]),
      serial: known([row.serial]),
      lot: known([row.lot]),
      product: known([gtin, row.model, type.gtin, type.model]),
      fact: [
        ...details.map(({ value }) => value),
        ...Object.values(metadata).filter((value) => typeof value === 'string'),
      ],
      beacon: known([row.mac]),
    },
  }))
}

const known = (values: readonly (string | null)[]): string[] =>
  values.filter((value) => value !== null)

async function selectLocations(
  { db, from, actor }: Scope,
  most: number,
  where: SQL | undefined,
): Promise<Candidate[]> {
  const around = alias(tables.location, 'around')
  const rows = await db
    .select({
      id: tables.location.id,
      name: tables.location.name,
      place: around.name,
      number: tables.location.code,
    })
    .from(tables.location)
    .leftJoin(around, and(joinOn(around, tables.location.parentId), isSeen(from, around)))
    .where(from.locations(where))
    .orderBy(byName({ actor }, tables.location.name), asc(tables.location.id))
    .limit(most)
  return rows.map(({ number, ...row }) => ({
    kind: 'location',
    ...row,
    expiresOn: null,
    gtin: null,
    values: { number: number === null ? [] : [number] },
  }))
}

const isSeen = (from: Scope['from'], around: { id: SQLWrapper }): SQL =>
  sql`${around.id} in (select ${tables.location.id} from ${tables.location} where ${from.locations()})`
