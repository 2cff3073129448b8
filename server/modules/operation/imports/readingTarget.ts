/** Imports meter readings: each is known by its meter and its second. */
import { takesReadings } from '#contract/meters/meterSources.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { kindsInFile } from '#contract/rules/fileReadings.ts'
import {
  counts,
  isEarlyRollover,
  readingKinds,
  type PointKind,
} from '#contract/rules/meterTotals.ts'
import { earliestReading } from '#contract/rules/readingTime.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { exportWord } from '#kernel/data/exportWords.ts'
import type { Scope } from '#kernel/access/scope.ts'
import {
  metersOfEquipment,
  readingsBetween,
  removeReadings,
  restoreReadings,
  writeReadings,
  type FormerReading,
  type ImportedReading,
  type KnownMeter,
  type StoredReading,
} from '../../site/meters/index.ts'
import { findEquipment, type Things } from './found.ts'
import { addFault, instantIn, type Neighbour, type ReadRow } from './readRow.ts'
import { actionOf, changedFields, givenTexts, type Target } from './target.ts'
import { wordReader } from './words.ts'

const kindSaid = wordReader(readingKinds, (kind) => `readingKind_${kind}`)

export const readingTarget: Target = {
  // Rows of one meter and time are compared by their values, in `order`.
  partOf: () => Promise.resolve(({ row }) => String(row)),
  order: (_scope, rows) => Promise.resolve(inOrder(rows)),
  async plan(scope, rows) {
    const read = await readingsOf(scope, rows)
    return rows.map((row) => {
      const found = read.get(row)
      const of = found?.of
      const old = found?.old ?? undefined
      const word = (kind: PointKind) =>
        kind === 'read' ? '' : exportWord(scope.actor.language, `readingKind_${known(kind)}`)
      const number = (value: number | null | undefined) => (value == null ? '' : String(value))
      const changes = changedFields(
        old && {
          equipment: of?.equipment.name ?? '',
          meter: of?.type.name ?? '',
          readAt: row.values['readAt'] ?? '',
          equipmentId: '',
          meterReading: number(old.value),
          readingKind: word(old.kind),
          counterStart: number(old.startsAt),
          counterEnd: number(old.endsAt),
        },
        givenTexts(row, {
          equipmentId: undefined,
          equipment: of?.equipment.name ?? row.key,
          meter: of?.type.name ?? row.values['meter'],
          ...(found && { readingKind: word(found.kind) }),
        }),
      ).filter(({ before, after }) => before !== after)
      const action =
        row.isRepeated === true && row.faults.length === 0
          ? 'unchanged'
          : actionOf(row, old !== undefined, changes)
      const isWritten = action === 'create' || action === 'update'
      return {
        read: row,
        action,
        changes: action === 'unchanged' ? [] : changes,
        ...(isWritten && found?.kind === 'unclear' && { isSetAside: true }),
      }
    })
  },
  async write(scope, planned) {
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    const read = await readingsOf(
      scope,
      rows.map((one) => one.read),
    )
    const readings = rows.flatMap((one) => read.get(one.read) ?? [])
    if (readings.length === 0) return []
    const ids = await writeReadings(scope, readings)
    return readings.map(({ of, old }, index) => ({
      id: ids[index] ?? 0,
      name: `${of.equipment.name} · ${of.type.name}`,
      before: old === null ? null : formerOf(old),
    }))
  },
  editor: 'editor|equipment',
  tags: ['Meter', 'MeterType', 'Equipment', 'Rrule'],
  undo: {
    table: tables.meterReading,
    held: () => Promise.resolve(new Set()),
    remove: (scope, ids) => removeReadings(scope, ids as readonly Id<'meterReading'>[]),
    restore: (scope, changed) =>
      restoreReadings(
        scope,
        changed.map(({ id, version, before }) => ({
          // As this import stored them.
          ...(before as FormerReading),
          id: id as Id<'meterReading'>,
          version,
        })),
      ),
  },
}

const formerOf = ({ value, kind, startsAt, endsAt }: StoredReading): FormerReading => ({
  value,
  kind,
  startsAt,
  endsAt,
})
const known = (kind: PointKind) => readingKinds.find((one) => one === kind) ?? 'read'

const said = ({ key, values }: ReadRow): string => `${key}\n${values['meter'] ?? ''}`.toLowerCase()

/**
 * By meter and time. The same value at the same time is one reading; another value at the same time
 * is a fault.
 */
function inOrder(rows: readonly ReadRow[]): ReadRow[] {
  const ordered = rows.toSorted(
    (a, b) =>
      compare(said(a), said(b)) || compare(a.values['readAt'], b.values['readAt']) || a.row - b.row,
  )
  let last: ReadRow | undefined
  for (const row of ordered) {
    const time = row.values['readAt']
    if (last !== undefined && said(last) === said(row) && time !== undefined) {
      if (last.values['readAt'] !== time) {
        const [before, after] = [neighbourOf(last), neighbourOf(row)]
        if (before !== null) row.earlier = before
        if (after !== null) last.later = after
      } else if (last.values['meterReading'] === row.values['meterReading']) {
        row.isRepeated = true
        continue
      } else addFault(row, 'readAt', 'duplicateKey')
    }
    if (row.faults.length === 0) last = row
  }
  return ordered
}

function neighbourOf(row: ReadRow): Neighbour | null {
  const [at, value] = [timeOf(row), numberOf(row, 'meterReading')]
  return at === null || value === null ? null : { at, value }
}

const timeOf = (row: ReadRow): string | null => instantIn(row, 'readAt')?.toISOString() ?? null
/** Files have seconds; stored readings have milliseconds. */
const secondOf = (at: string): string => at.slice(0, 19)

const compare = (one: string | undefined = '', other: string | undefined = ''): number =>
  one < other ? -1 : one > other ? 1 : 0

/** The readings of rows without faults. Adds the faults that only stored data shows. */
async function readingsOf(
  scope: Scope,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<ReadRow, ImportedReading>> {
  const things = await findEquipment(
    scope,
    rows.map(({ key }) => key),
  )
  const meters = await metersOfEquipment(scope, [
    ...new Set([...things.values()].flatMap((one) => (one === 'several' ? [] : [one.id]))),
  ])
  const now = scope.clock.now().toISOString()
  const wanted = rows.flatMap((row): Wanted[] => {
    const of = meterOf(things, meters, row)
    const at = timeOf(row)
    if (at === null && !row.faults.some(({ field }) => field === 'readAt'))
      addFault(row, 'readAt', 'required')
    const value = numberOf(row, 'meterReading')
    if (value === null && !row.faults.some(({ field }) => field === 'meterReading'))
      addFault(row, 'meterReading', 'required')
    if (of === null) return []
    if (!takesReadings(of.type.source)) addFault(row, 'meter', 'countsItself')
    const kind = kindOf(row, of)
    if (at === null || value === null) return []
    checkNumbers(row, of)
    if (at > now) addFault(row, 'readAt', 'inFuture')
    const { purchasedOn, createdAt } = of.equipment
    const first = earliestReading(
      { purchasedOn, createdAt: createdAt.toISOString() },
      scope.actor.timezone,
    )
    if (at < first) addFault(row, 'readAt', 'beforeEquipment')
    return row.faults.length > 0 ? [] : [{ row, of, at, value, kind }]
  })
  const byMeter = groupBy(wanted, ({ of }) => of.id)
  const stored = groupBy(
    await readingsBetween(
      scope,
      [...byMeter].map(([id, own]) => ({
        id,
        from: least(own.map(({ at }) => at)),
        // A stored reading may have milliseconds.
        to: greatest(own.map(({ at }) => new Date(Date.parse(at) + 999).toISOString())),
      })),
    ),
    (one) => one.meter,
  )
  return new Map([...byMeter].flatMap(([id, own]) => ofMeter(own, stored.get(id) ?? [])))
}

interface Wanted {
  row: ReadRow
  of: KnownMeter
  at: string
  value: number
  kind: PointKind
}

function ofMeter(
  wanted: readonly Wanted[],
  stored: readonly StoredReading[],
): (readonly [ReadRow, ImportedReading])[] {
  const bySecond = new Map(stored.map((one) => [secondOf(one.at), one]))
  const fresh = wanted.filter(({ at }) => !bySecond.has(secondOf(at)))
  const points = [
    ...stored.map(({ at, value, kind }) => ({ at, value, kind, isStored: true })),
    ...fresh.map(({ at, value, kind }) => ({ at, value, kind, isStored: false })),
    ...beside(wanted, stored),
  ].toSorted((a, b) => compare(a.at, b.at))
  const kinds = kindsInFile(points, wanted[0]?.of.type.unit ?? '')
  return wanted.flatMap(({ row, of, at, value, kind }) => {
    const old = bySecond.get(secondOf(at)) ?? null
    if (old !== null && old.source !== 'hand' && old.value !== value)
      addFault(row, 'readAt', 'duplicateKey')
    const last = points.findLast((point) => point.at < at && counts(point.kind))
    const endsAt = numberOf(row, 'counterEnd')
    if (kind === 'replaced' && endsAt !== null && last !== undefined && endsAt < last.value)
      addFault(row, 'counterEnd', 'endsBelowLast')
    const isKindSaid = row.values['readingKind'] !== undefined
    const isEarly = kind === 'rolledOver' && isEarlyRollover(last ?? null, of.type.rollsOverAt ?? 0)
    const reading: ImportedReading = {
      of,
      old,
      at: old?.at ?? at,
      value,
      kind: old !== null && !isKindSaid ? old.kind : isEarly ? 'unclear' : (kinds.get(at) ?? kind),
      startsAt: numberOf(row, 'counterStart') ?? old?.startsAt ?? null,
      endsAt: endsAt ?? old?.endsAt ?? null,
    }
    return [[row, reading] as const]
  })
}

/** Rows of the same meter in the steps before and after this one. */
function beside(wanted: readonly Wanted[], stored: readonly StoredReading[]) {
  const times = new Set([...wanted, ...stored].map(({ at }) => secondOf(at)))
  const point = (one: Neighbour | undefined, isStored: boolean) =>
    one === undefined || times.has(secondOf(one.at))
      ? []
      : [{ ...one, kind: 'read' as const, isStored }]
  return [...point(wanted[0]?.row.earlier, true), ...point(wanted.at(-1)?.row.later, false)]
}

const least = (times: readonly string[]) =>
  times.reduce((one, other) => (other < one ? other : one))
const greatest = (times: readonly string[]) =>
  times.reduce((one, other) => (other > one ? other : one))

function numberOf(
  { values }: ReadRow,
  field: 'meterReading' | 'counterStart' | 'counterEnd',
): number | null {
  const value = values[field]
  return value === undefined || !Number.isFinite(Number(value)) ? null : Number(value)
}

/** Adds a fault and returns null if the row does not name one meter. */
function meterOf(
  things: Things,
  meters: ReadonlyMap<Id<'equipment'>, readonly KnownMeter[]>,
  row: ReadRow,
): KnownMeter | null {
  if (row.key === '') return null
  const field = row.isByName ? 'equipment' : 'equipmentId'
  const thing = things.get(row.key.toLowerCase())
  if (typeof thing !== 'object') {
    addFault(row, field, thing === undefined ? 'unknownEquipment' : 'ambiguousEquipment')
    return null
  }
  const all = meters.get(thing.id) ?? []
  const name = row.values['meter']?.toLowerCase()
  const found =
    name === undefined
      ? all.filter(({ type }) => takesReadings(type.source))
      : all.filter(({ type }) => type.name.toLowerCase() === name)
  const [one] = found
  if (one === undefined || found.length > 1) {
    addFault(row, 'meter', one === undefined ? 'unknownMeter' : 'severalMeters')
    return null
  }
  return one
}

function kindOf(row: ReadRow, { type }: KnownMeter): PointKind {
  const text = row.values['readingKind']
  if (text === undefined) return 'read'
  const kind = kindSaid(text)
  if (kind === undefined || (kind === 'rolledOver' && type.rollsOverAt === null)) {
    addFault(row, 'readingKind', 'unknownReadingKind')
    return 'read'
  }
  // It is decided again among the readings as they are now.
  return kind === 'unclear' ? 'read' : kind
}

function checkNumbers(row: ReadRow, { type }: KnownMeter): void {
  for (const field of ['meterReading', 'counterStart', 'counterEnd'] as const) {
    const value = numberOf(row, field)
    if (value === null) continue
    if (value < 0) addFault(row, field, 'outOfRange')
    if (type.rollsOverAt !== null && value > type.rollsOverAt) addFault(row, field, 'aboveMaximum')
  }
}
