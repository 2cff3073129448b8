/**
 * Imports of devices. Each kind describes its own fields (gateways.ts, beacons.ts, sensors.ts); the
 * rest is shared.
 */
import type { Tag } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import type { ImportField } from '#contract/imports.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { equalsOneOf } from '#kernel/data/lowerCaseLookup.ts'
import { placeFault, placeIn, placesNamed, type Places } from '../found.ts'
import { addFault, type Fault, type ReadRow } from '../readRow.ts'
import {
  actionOf,
  currentValues,
  changedFields,
  givenTexts,
  takeDefaultType,
  type Target,
  type Undo,
  type Written,
} from '../target.ts'

interface StoredDevice {
  id: number
  version: number
  wire: string
  part?: string
  /** Other names of the measurement to read, for matching a file. */
  calledToo?: string
  equipmentId: Id<'equipment'> | null
  isSeen: boolean
  said: Record<string, string>
  row: object
}

interface NamedBy {
  equipmentId: Id<'equipment'> | undefined
  locationId: Id<'location'> | undefined
  typeId: number | undefined
}

interface DeviceType {
  id: number
  part?: string
}

export interface Device<Draft extends object, Type extends DeviceType = DeviceType> {
  editor: PermissionGroup
  tags: readonly Tag[]
  table: Undo['table']
  keyField: 'mac' | 'deviceId'
  wireOf(said: string): string | null
  needsEquipment: boolean
  isAlone: boolean
  stored(
    scope: Scope,
    by: { wires: readonly string[]; equipmentIds: readonly number[] },
  ): Promise<StoredDevice[]>
  types?(scope: Scope): Promise<ReadonlyMap<string, Type>>
  faultsOf?(
    values: ReadRow['values'],
    of: { type: Type | undefined; old: Readonly<Record<string, string>> | undefined },
  ): { field: ImportField; code: Fault['code'] }[]
  /** Identifies a part of a device, as the row names it, in addition to its type's part. */
  partOf?(type: Type, values: ReadRow['values']): string
  given(values: ReadRow['values'], named: NamedBy): Partial<Draft>
  fresh: Partial<Draft>
  called(read: ReadRow): Partial<Draft>
  create(scope: Scope, draft: Draft): Promise<{ id: number }>
  update(scope: Scope, id: number, change: Partial<Draft> & { version: number }): Promise<unknown>
  remove(scope: Scope, id: number): Promise<void>
  held?: Undo['held']
  heldFor?: Undo['heldFor']
}

export function deviceTarget<Draft extends object, Type extends DeviceType = DeviceType>(
  device: Device<Draft, Type>,
): Target {
  return {
    editor: device.editor,
    tags: device.tags,
    async partOf(scope) {
      const types = await device.types?.(scope)
      return (read) => partSaid(device, types, read)
    },
    order(_scope, rows) {
      const fixed = new Set<string>()
      for (const read of device.isAlone ? rows : []) {
        const said = read.values['equipment']?.toLowerCase()
        if (said === undefined) continue
        if (fixed.has(said)) addFault(read, 'equipment', 'alreadyFixed')
        fixed.add(said)
      }
      return Promise.resolve(rows)
    },
    async plan(scope, rows) {
      const all = await around(scope, device, rows)
      const spokenOf = new Set<string>()
      return rows.map((read) => {
        const wire = device.wireOf(read.key)
        const old = oldOf(device, all, read)
        if (old === 'several') addFault(read, 'type', 'severalSensors')
        // A hidden device has this address. The error reveals nothing else.
        if (old === 'hidden') addFault(read, device.keyField, 'taken')
        const seen = typeof old === 'object' ? old : undefined
        if (old === undefined) takeDefaultType(read)
        if (seen?.part !== undefined) {
          const one = `${seen.wire}\n${seen.part}`
          if (spokenOf.has(one) && !has(read, 'duplicateKey'))
            addFault(read, device.keyField, 'duplicateKey')
          spokenOf.add(one)
        }
        const named = thingOf(all.things, read)
        if (named === 'unknown') addFault(read, 'equipment', 'unknownEquipment')
        else if (named === 'several') addFault(read, 'equipment', 'ambiguousEquipment')
        else if (named === null) {
          if (device.needsEquipment && old === undefined) addFault(read, 'equipment', 'required')
        } else if (device.isAlone && (all.holders.get(named.id) ?? wire) !== wire)
          addFault(read, 'equipment', 'alreadyFixed')
        const location = read.values['location']?.toLowerCase()
        const code = location === undefined ? null : placeFault(all.places, location)
        if (code !== null) addFault(read, 'location', code)
        const said = read.values['type']?.toLowerCase()
        const type = said === undefined ? undefined : all.types.get(said)
        if (said !== undefined && type === undefined) addFault(read, 'type', 'unknownType')
        if (said === undefined && old === undefined && device.types)
          addFault(read, 'type', 'required')
        for (const wrong of device.faultsOf?.(read.values, { type, old: seen?.said }) ?? [])
          addFault(read, wrong.field, wrong.code)
        const changes = changedFields(
          seen?.said,
          givenTexts(read, {
            equipment: named !== null && typeof named === 'object' ? named.name : undefined,
            location: nameOf(all.places, location),
            // A row finds its sensor by the measurement, in any spelling.
            measurement:
              read.values['measurement'] === undefined ? undefined : seen?.said['measurement'],
          }),
        )
        return { read, action: actionOf(read, seen !== undefined, changes), changes }
      })
    },
    async write(scope, planned) {
      const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
      if (rows.length === 0) return []
      const all = await around(
        scope,
        device,
        rows.map(({ read }) => read),
      )
      const written: Written[] = []
      for (const { read, action } of rows) {
        const equipment = thingOf(all.things, read)
        const given = device.given(read.values, {
          equipmentId:
            equipment !== null && typeof equipment === 'object' ? equipment.id : undefined,
          locationId:
            read.values['location'] === undefined
              ? undefined
              : placeIn(all.places, read.values['location']),
          typeId: all.types.get(read.values['type']?.toLowerCase() ?? '')?.id,
        })
        const old = oldOf(device, all, read)
        if (action === 'update' && typeof old === 'object') {
          await device.update(scope, old.id, { ...given, version: old.version })
          written.push({ id: old.id, name: read.name, before: currentValues(old.row, given) })
        } else {
          // the plan ensured that nothing is missing
          const draft = { ...device.fresh, ...given, ...device.called(read) } as unknown as Draft
          const { id } = await device.create(scope, draft)
          written.push({ id, name: read.name, before: null })
        }
      }
      return written
    },
    undo: {
      table: device.table,
      held: device.held ?? (() => Promise.resolve(new Set())),
      ...(device.heldFor !== undefined && { heldFor: device.heldFor }),
      async remove(scope, ids) {
        for (const id of ids) await device.remove(scope, id)
      },
      async restore(scope, changed) {
        for (const { id, version, before } of changed)
          // values the import replaced, as it stored them
          await device.update(scope, id, { ...(before as Partial<Draft>), version })
      },
    },
  }
}

function partSaid<D extends object, T extends DeviceType>(
  device: Pick<Device<D, T>, 'partOf'>,
  types: ReadonlyMap<string, T> | undefined,
  read: ReadRow,
): string {
  const type = types?.get((read.values['type'] ?? read.defaultType ?? '').toLowerCase())
  if (type === undefined) return ''
  return device.partOf?.(type, read.values) ?? type.part ?? ''
}

/**
 * The stored device of a row. Without a type, it matches only if the device has a single record.
 */
function oldOf<D extends object, T extends DeviceType>(
  device: Pick<Device<D, T>, 'wireOf' | 'partOf'>,
  { stored, types }: Pick<Around<T>, 'stored' | 'types'>,
  read: ReadRow,
): StoredDevice | 'several' | 'hidden' | undefined {
  const ofDevice = stored.get(device.wireOf(read.key) ?? '') ?? []
  const part = partSaid(device, types, read)
  const meant =
    read.values['type'] === undefined
      ? ofDevice
      : ofDevice.filter(
          (one) => one.part === undefined || one.part === part || one.calledToo === part,
        )
  const [first, ...others] = meant.filter(({ isSeen }) => isSeen)
  if (first === undefined) return meant.length > 0 ? 'hidden' : undefined
  return others.length > 0 ? 'several' : first
}

const has = ({ faults }: ReadRow, code: Fault['code']) => faults.some((one) => one.code === code)

interface Around<Type extends DeviceType = DeviceType> {
  things: Things
  places: Places
  stored: ReadonlyMap<string, readonly StoredDevice[]>
  holders: ReadonlyMap<number, string>
  types: ReadonlyMap<string, Type>
}

const nameOf = (places: Places, said: string | undefined): string | undefined => {
  const location = places.get(said ?? '')
  return typeof location === 'object' ? location.name : undefined
}

async function around<D extends object, T extends DeviceType>(
  scope: Scope,
  device: Device<D, T>,
  rows: readonly ReadRow[],
): Promise<Around<T>> {
  const things = await thingsNamed(scope, rows)
  const stored = await device.stored(scope, {
    wires: rows.flatMap((read) => device.wireOf(read.key) ?? []),
    equipmentIds: rows.flatMap((read) => {
      const equipment = thingOf(things, read)
      return equipment !== null && typeof equipment === 'object' ? equipment.id : []
    }),
  })
  return {
    things,
    places: await placesNamed(
      scope,
      rows.flatMap((read) => read.values['location'] ?? []),
    ),
    stored: groupBy(stored, ({ wire }) => wire),
    holders: new Map(
      stored.flatMap(({ equipmentId, wire }) =>
        equipmentId === null ? [] : [[Number(equipmentId), wire] as const],
      ),
    ),
    types: (await device.types?.(scope)) ?? new Map<string, T>(),
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

/** Finds equipment by number, which is unique, or else by name. */
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
    .select({
      id: tables.equipment.id,
      name: tables.equipment.name,
      number: tables.equipment.equipmentId,
    })
    .from(tables.equipment)
    .where(
      from.equipment(
        equalsOneOf(tables.equipment, [
          { column: tables.equipment.equipmentId, texts: wanted },
          { column: tables.equipment.name, texts: wanted },
        ]),
      ),
    )
    .orderBy(tables.equipment.id)
  for (const { id, name, number } of found) {
    if (number !== null) byNumber.set(number.toLowerCase(), { id, name })
    byName.set(name.toLowerCase(), [...(byName.get(name.toLowerCase()) ?? []), { id, name }])
  }
  return { byNumber, byName }
}
