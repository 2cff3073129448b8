/** Finds the equipment, locations and stock that scanned codes mean. */
import { and, asc, eq, gt, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { labelKeys } from '#contract/entityFields.ts'
import { equipmentFields } from '#contract/equipment/equipmentFields.ts'
import { locationFields } from '#contract/locations/locationFields.ts'
import { bareSpellingsOf, baring, withoutZeros } from '#contract/rules/scanned.ts'
import type { FoundByCode, ScannedCode } from '#contract/search.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { calendarOf } from '#kernel/data/companyCalendar.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { searchIn } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  agreementOf,
  bestOf,
  matchOf,
  wantedOf,
  withoutCheckCharacter,
  type Values,
} from './scannedCodes.ts'

/** Rows shown. A number should identify one. */
const SHOWN = 20
/** Candidates that are compared in memory. A product number is on every piece of the product. */
const CANDIDATES = 500

interface Candidate {
  kind: FoundByCode['kind']
  id: number
  name: string
  place: string | null
  values: Values
}

/** First what identifies one piece; then lots and products; then numbers written differently. */
export async function findByCodes(scope: Scope, codes: readonly ScannedCode[]) {
  const wanted = wantedOf(codes, (await calendarOf(scope)).today)
  const { numbers, serials, lots, products, macs, label } = wanted
  const of = new Set(products)
  const found =
    (await someOf([
      equipmentWith(scope, {
        labels: [...numbers, ...serials],
        facts: [...numbers, ...serials].filter((value) => !of.has(value)),
        macs,
      }),
      locationsWith(scope, numbers),
    ])) ??
    (await someOf([
      equipmentWith(scope, { labels: [], facts: lots, macs: [] }),
      stockWith(scope, [...lots, ...numbers]),
    ])) ??
    (await someOf([equipmentWith(scope, { labels: [], facts: products, macs: [] })])) ??
    (await nearlyWritten(scope, codes)) ??
    (await withMoreZeros(scope, codes))
  const best = bestOf(found, ({ values }) => agreementOf(wanted, values))
  return {
    rows: best
      .slice(0, SHOWN)
      .map(({ values, ...row }) => ({ ...row, ...matchOf(wanted, values) })),
    isCut: best.length > SHOWN,
    label,
  }
}

/** The rows of both queries. Undefined if there are none. */
async function someOf(queries: readonly Promise<Candidate[]>[]): Promise<Candidate[] | undefined> {
  const rows: Candidate[] = []
  for (const query of queries) rows.push(...(await query))
  return rows.length === 0 ? undefined : rows
}

type Holds = (column: SQLWrapper) => SQL
/** Applies the condition to each column that is printed on labels. */
const ofEquipment = (holds: Holds) =>
  labelKeys(equipmentFields).map((key) => holds(tables.equipment[key]))
const ofLocation = (holds: Holds) =>
  labelKeys(locationFields).map((key) => holds(tables.location[key]))
const isOneOf =
  (values: readonly string[]): Holds =>
  (column) =>
    inArray(sql`lower(${column})`, [...values])
/** Narrows by the indexed search column, which includes facts. */
const containsOneOf = (column: SQLWrapper, values: readonly string[]) =>
  or(...values.map((value) => searchIn(column, value)))

/** By values of columns on labels, of facts, and by beacons that are attached. */
async function equipmentWith(
  scope: Scope,
  { labels, facts, macs }: Readonly<Record<'labels' | 'facts' | 'macs', readonly string[]>>,
): Promise<Candidate[]> {
  const isFact = sql`exists (select from jsonb_array_elements(${tables.equipment.details}) as fact
    where ${inArray(sql`lower(trim(fact ->> 'value'))`, [...facts])})`
  const conditions = [
    and(
      containsOneOf(tables.equipment.folded, [...new Set([...labels, ...facts])]),
      or(
        labels.length === 0 ? undefined : or(...ofEquipment(isOneOf(labels))),
        facts.length === 0 ? undefined : isFact,
      ),
    ),
    macs.length === 0 ? undefined : inArray(tables.beacon.mac, [...macs]),
  ].filter((condition) => condition !== undefined)
  return conditions.length === 0 ? [] : selectEquipment(scope, CANDIDATES, or(...conditions))
}

const locationsWith = (scope: Scope, numbers: readonly string[]) =>
  numbers.length === 0
    ? Promise.resolve([])
    : selectLocations(
        scope,
        CANDIDATES,
        and(containsOneOf(tables.location.folded, numbers), or(...ofLocation(isOneOf(numbers)))),
      )

/** Stock of a lot that is not used up. */
async function stockWith({ db, actor, from }: Scope, lots: readonly string[]) {
  if (lots.length === 0) return []
  const rows = await db
    .select({
      id: tables.stock.id,
      name: tables.inventoryItem.name,
      place: tables.location.name,
      lot: tables.stockLot.name,
    })
    .from(tables.stockLot)
    .innerJoin(tables.stock, joinOn(tables.stock, tables.stockLot.stockId))
    .innerJoin(tables.inventoryItem, joinOn(tables.inventoryItem, tables.stock.itemId))
    .innerJoin(tables.location, joinOn(tables.location, tables.stock.locationId))
    .where(
      ofCompany(
        tables.stockLot,
        actor.companyId,
        isOneOf(lots)(tables.stockLot.name),
        gt(tables.stockLot.amount, 0),
        from.locations(),
      ),
    )
    .orderBy(byName({ actor }, tables.inventoryItem.name), asc(tables.stock.id))
    .limit(SHOWN + 1)
  return rows.map(({ lot, ...row }) => ({ kind: 'stock' as const, ...row, values: { lot: [lot] } }))
}

const bared = (column: SQLWrapper) => sql`translate(lower(${column}), ${baring.from}, ${baring.to})`

/** Reads all numbers of the company, without facts. */
async function numbersThat(scope: Scope, most: number, holds: Holds): Promise<Candidate[]> {
  return [
    ...(await selectEquipment(scope, most, or(...ofEquipment(holds)))),
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
    [code.text, withoutCheckCharacter(code)].flatMap((text) => bareSpellingsOf(text ?? '')),
  )
  if (spellings.length === 0) return undefined
  const found = await numbersThat(scope, 2, (column) => inArray(bared(column), spellings))
  if (found.length === 0) return undefined
  return found.length === 1 ? found : []
}

/** Numbers that differ by leading zeros, which scanners and spreadsheets drop. */
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
      details: tables.equipment.details,
      mac: tables.beacon.mac,
    })
    .from(tables.equipment)
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
  return rows.map(({ number, details, mac, ...row }) => ({
    kind: 'equipment',
    ...row,
    values: {
      number: number === null ? [] : [number],
      fact: details.map(({ value }) => value),
      beacon: mac === null ? [] : [mac],
    },
  }))
}

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
    values: { number: number === null ? [] : [number] },
  }))
}

/** A hidden surrounding location is left out. */
const isSeen = (from: Scope['from'], around: { id: SQLWrapper }): SQL =>
  sql`${around.id} in (select ${tables.location.id} from ${tables.location} where ${from.locations()})`
