/**
 * What has a radio comes in by a file: each kind says in a description of its own what it keeps
 * (gateways.ts, beacons.ts), and the rest is the same for all.
 */
import { inArray, sql } from 'drizzle-orm'
import type { Tag } from '#contract/endpoint'
import type { Id } from '#contract/ids'
import { macOf } from '#contract/ingest/fields'
import type { PermissionGroup } from '#contract/permissions'
import { equipment } from '../../../db/schema/index.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Fault, ReadRow } from '../readRow.ts'
import {
  actionOf,
  beforeOf,
  changesOf,
  givenText,
  takeDefaultType,
  type Target,
  type Undo,
  type Written,
} from '../target.ts'

interface StoredDevice {
  id: number
  version: number
  mac: string
  equipmentId: Id<'equipment'> | null
  /** What it is fixed to is for the importer's eyes. */
  isSeen: boolean
  /** Its fields as a file would say them. */
  said: Record<string, string>
  row: object
}

/** What a row names, found. */
interface NamedBy {
  equipmentId: Id<'equipment'> | undefined
  typeId: number | undefined
}

export interface Device<Draft extends object> {
  editor: PermissionGroup
  tags: readonly Tag[]
  table: Undo['table']
  /** Without a thing to be fixed to there is none. */
  needsEquipment: boolean
  /** By address, or by what they are fixed to. */
  stored(
    scope: Scope,
    by: { macs: readonly string[]; equipmentIds: readonly number[] },
  ): Promise<StoredDevice[]>
  /** Ids of its types by their names in lower case. */
  types?(scope: Scope): Promise<ReadonlyMap<string, number>>
  /** What is wrong with a cell beyond its kind. */
  faultOf?(values: ReadRow['values']): { column: string; code: Fault['code'] } | null
  /** What a row says, as a form sends it. */
  given(values: ReadRow['values'], named: NamedBy): Partial<Draft>
  /** What a new one has where the row says nothing. */
  fresh: Partial<Draft>
  create(scope: Scope, draft: Draft): Promise<{ id: number }>
  update(scope: Scope, id: number, change: Partial<Draft> & { version: number }): Promise<unknown>
  remove(scope: Scope, id: number): Promise<void>
}

export function deviceTarget<Draft extends object>(device: Device<Draft>): Target {
  return {
    editor: device.editor,
    tags: device.tags,
    order(_scope, rows) {
      // Nothing carries two of a kind.
      const fixed = new Set<string>()
      for (const read of rows) {
        const said = read.values['equipment']?.toLowerCase()
        if (said === undefined) continue
        if (fixed.has(said)) fault(read, 'equipment', 'alreadyFixed')
        fixed.add(said)
      }
      return Promise.resolve(rows)
    },
    async plan(scope, rows) {
      const { things, stored, holders, types } = await around(scope, device, rows)
      return rows.map((read) => {
        const address = macOf(read.key)
        const old = address === null ? undefined : stored.get(address)
        // An address that something hidden has: said, and no more than that.
        if (old?.isSeen === false) fault(read, 'mac', 'taken')
        if (old === undefined) takeDefaultType(read)
        const named = thingOf(things, read)
        if (named === 'unknown') fault(read, 'equipment', 'unknownEquipment')
        else if (named === 'several') fault(read, 'equipment', 'ambiguousEquipment')
        else if (named === null) {
          if (device.needsEquipment && old === undefined) fault(read, 'equipment', 'required')
        } else if ((holders.get(named.id) ?? address) !== address)
          fault(read, 'equipment', 'alreadyFixed')
        const type = read.values['type']
        if (type !== undefined && !types.has(type.toLowerCase())) fault(read, 'type', 'unknownType')
        const wrong = device.faultOf?.(read.values)
        if (wrong) fault(read, wrong.column, wrong.code)
        const said = givenText(read, {
          equipment: named !== null && typeof named === 'object' ? named.name : undefined,
        })
        const seen = old?.isSeen === true ? old : undefined
        const changes = changesOf(seen?.said, said)
        return { read, action: actionOf(read, seen !== undefined, changes), changes }
      })
    },
    async write(scope, planned) {
      const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
      if (rows.length === 0) return []
      const { things, stored, types } = await around(
        scope,
        device,
        rows.map(({ read }) => read),
      )
      const written: Written[] = []
      for (const { read, action } of rows) {
        const thing = thingOf(things, read)
        const given = device.given(read.values, {
          equipmentId: thing !== null && typeof thing === 'object' ? thing.id : undefined,
          typeId: types.get(read.values['type']?.toLowerCase() ?? ''),
        })
        const old = stored.get(macOf(read.key) ?? '')
        if (action === 'update' && old !== undefined) {
          await device.update(scope, old.id, { ...given, version: old.version })
          written.push({ id: old.id, name: read.name, before: beforeOf(old.row, given) })
        } else {
          // the plan has seen to it that nothing is missing
          const draft = { ...device.fresh, ...given, mac: read.key } as unknown as Draft
          const { id } = await device.create(scope, draft)
          written.push({ id, name: read.name, before: null })
        }
      }
      return written
    },
    undo: {
      table: device.table,
      held: () => Promise.resolve(new Set()),
      remove: (scope, id) => device.remove(scope, id),
      restore: async (scope, id, version, before) => {
        // what its own import had changed, kept as it was
        await device.update(scope, id, { ...(before as Partial<Draft>), version })
      },
    },
  }
}

const fault = (read: ReadRow, column: string, code: Fault['code']) =>
  read.faults.push({
    row: read.row,
    column,
    code,
    value: (read.values[column] ?? '').slice(0, 200),
  })

/** What there is around these rows. */
async function around<D extends object>(scope: Scope, device: Device<D>, rows: readonly ReadRow[]) {
  const things = await thingsNamed(scope, rows)
  const stored = await device.stored(scope, {
    macs: rows.flatMap((read) => macOf(read.key) ?? []),
    equipmentIds: rows.flatMap((read) => {
      const thing = thingOf(things, read)
      return thing !== null && typeof thing === 'object' ? thing.id : []
    }),
  })
  return {
    things,
    stored: new Map(stored.map((one) => [one.mac, one])),
    holders: new Map(
      stored.flatMap(({ equipmentId, mac }) =>
        equipmentId === null ? [] : [[Number(equipmentId), mac] as const],
      ),
    ),
    types: (await device.types?.(scope)) ?? new Map<string, number>(),
  }
}

interface Thing {
  id: Id<'equipment'>
  name: string
}
interface Things {
  byNumber: ReadonlyMap<string, Thing>
  byName: ReadonlyMap<string, readonly Thing[]>
}

/** By its number, which is one thing's alone; else by its name. */
function thingOf(
  { byNumber, byName }: Things,
  read: ReadRow,
): Thing | 'unknown' | 'several' | null {
  const said = read.values['equipment']?.toLowerCase()
  if (said === undefined) return null
  const numbered = byNumber.get(said)
  if (numbered !== undefined) return numbered
  const [first, ...others] = byName.get(said) ?? []
  return first === undefined ? 'unknown' : others.length > 0 ? 'several' : first
}

async function thingsNamed({ db, from }: Scope, rows: readonly ReadRow[]): Promise<Things> {
  const wanted = [...new Set(rows.flatMap((read) => read.values['equipment']?.toLowerCase() ?? []))]
  const byNumber = new Map<string, Thing>()
  const byName = new Map<string, Thing[]>()
  if (wanted.length === 0) return { byNumber, byName }
  const found = await db
    .select({ id: equipment.id, name: equipment.name, number: equipment.equipmentId })
    .from(equipment)
    .where(
      from.equipment(
        sql`(${inArray(sql`lower(${equipment.equipmentId})`, wanted)}
          or ${inArray(sql`lower(${equipment.name})`, wanted)})`,
      ),
    )
    .orderBy(equipment.id)
  for (const { id, name, number } of found) {
    if (number !== null) byNumber.set(number.toLowerCase(), { id, name })
    byName.set(name.toLowerCase(), [...(byName.get(name.toLowerCase()) ?? []), { id, name }])
  }
  return { byNumber, byName }
}
