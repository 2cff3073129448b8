import { isNull, or, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { isAnyId, isAnyText } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { roomText, roomTexts } from '../../foundation/locations/index.ts'
import { linkRooms, type RoomLink } from '../../site/venues/index.ts'
import { levelsOf } from './found.ts'
import { addFault, namesIn, type ReadRow } from './readRow.ts'
import type { PlanRoom, SaidRooms } from './saidRooms.ts'
import { normaliseCell, type Written } from './target.ts'

export const hasRoomValue = (read: ReadRow) => read.values['mapRoom'] !== undefined

/** Finds the rooms of all rows. Two rows cannot refer to the same room. */
export async function findRooms(scope: Scope, reads: readonly ReadRow[]): Promise<void> {
  const own = reads.filter(hasRoomValue)
  if (own.length === 0) return
  const rooms = await roomsCalled(
    scope,
    own.flatMap((read) => namesIn(read.values['mapRoom']).map((name) => levelsOf(name).at(-1))),
  )
  const taken = new Set<number>()
  for (const read of own) {
    const said: SaidRooms = { rooms: [] }
    for (const name of namesIn(read.values['mapRoom'])) {
      const [room, second] = matching(rooms, name)
      const code =
        room === undefined
          ? 'unknownRoom'
          : second !== undefined
            ? 'ambiguousRoom'
            : taken.has(room.id)
              ? 'roomTaken'
              : null
      if (code !== null) said.fault ??= { code, value: name }
      else if (room !== undefined && !said.rooms.includes(room)) said.rooms.push(room)
    }
    if (said.fault === undefined) for (const { id } of said.rooms) taken.add(id)
    said.rooms.sort((a, b) => a.id - b.id)
    read.rooms = said
  }
}

const plain = (name: string) => name.trim().toLowerCase()

type Rooms = ReadonlyMap<string, readonly PlanRoom[]>

async function roomsCalled(
  { db, actor }: Scope,
  names: readonly (string | undefined)[],
): Promise<Rooms> {
  const { building, floor, location, room } = tables
  const wanted = [...new Set(names.flatMap((name) => name?.toLowerCase() ?? []))]
  const ids = wanted.flatMap((name) => /^#(\d{1,9})$/.exec(name)?.[1] ?? []).map(Number)
  const rows = await db
    .select({
      id: room.id,
      building: building.name,
      floor: floor.name,
      shortName: floor.shortName,
      ofFloor: floor.names,
      ofBuilding: building.names,
      code: room.code,
      name: room.name,
      names: room.names,
      holder: { id: location.id, code: location.code, name: location.name },
    })
    .from(room)
    .innerJoin(floor, joinOn(floor, room.floorId))
    .innerJoin(building, joinOn(building, floor.buildingId))
    .leftJoin(
      location,
      ofCompany(
        location,
        actor.companyId,
        sql`${location.id} = ${room.locationId}`,
        sql`${location.deletedAt} is null`,
      ),
    )
    .where(
      ofCompany(
        room,
        actor.companyId,
        or(
          isAnyText(sql`lower(trim(${room.code}))`, wanted),
          isAnyText(sql`lower(trim(${room.name}))`, wanted),
          sql`exists (select from jsonb_each_text(${room.names}) as one where ${isAnyText(
            sql`lower(trim(one.value))`,
            wanted,
          )})`,
          isAnyId(room.id, ids),
        ),
      ),
    )
  const called = new Map<string, PlanRoom[]>()
  const add = (name: string, one: PlanRoom) => {
    const some = called.get(name) ?? []
    if (!some.includes(one)) called.set(name, [...some, one])
  }
  for (const { shortName, names, ofFloor, ofBuilding, ...row } of rows) {
    const one: PlanRoom = {
      ...row,
      isFreed: false,
      names: Object.values(names).map(plain),
      floorNames: [row.floor, shortName, ...Object.values(ofFloor)].map(plain),
      buildingNames: [row.building, ...Object.values(ofBuilding)].map(plain),
    }
    for (const name of [row.code ?? '', row.name].map(plain)) if (name !== '') add(name, one)
    for (const name of one.names) add(name, one)
    add(`#${row.id}`, one)
  }
  return called
}

/** Finds rooms by number, or else by name. Floor and building may precede either. */
function matching(rooms: Rooms, said: string): readonly PlanRoom[] {
  const levels = levelsOf(said).map((level) => level.toLowerCase())
  const [last = '', floor, building, ...others] = levels.toReversed()
  if (others.length > 0) return []
  const there = (rooms.get(last) ?? []).filter((room) => {
    const { buildingNames, floorNames } = room
    if (floor === undefined) return true
    return building === undefined
      ? buildingNames.includes(floor) || floorNames.includes(floor)
      : buildingNames.includes(building) && floorNames.includes(floor)
  })
  const byCode = there.filter(({ code }) => plain(code ?? '') === last)
  return byCode.length > 0 ? byCode : there
}

const textOf = (rooms: readonly PlanRoom[]) => rooms.map(roomText).join('; ')

interface Rooming {
  storedText(id: number): string
  said(read: ReadRow, id: number | undefined): string | undefined
}

export async function loadRoomAssignment(
  scope: Scope,
  rows: readonly ReadRow[],
  stored: readonly { id: Id<'location'> }[],
): Promise<Rooming> {
  if (!rows.some(hasRoomValue)) return { storedText: () => '', said: () => undefined }
  const texts = await roomTexts(
    scope,
    stored.map(({ id }) => id),
  )
  const storedText = (id: number) => texts.get(id)?.text ?? ''
  return {
    storedText,
    said(read, id) {
      const { rooms } = read
      const cell = read.values['mapRoom']
      if (rooms === undefined || cell === undefined) return undefined
      const before = id === undefined ? '' : storedText(id)
      // A value written by an export is not looked up, because names may be ambiguous.
      if (normaliseCell(cell).toLowerCase() === normaliseCell(before).toLowerCase()) return before
      const others = rooms.rooms.find(
        ({ holder, isFreed }) => holder !== null && holder.id !== id && !isFreed,
      )
      if (rooms.fault !== undefined) addFault(read, 'mapRoom', rooms.fault.code, rooms.fault.value)
      else if (others !== undefined) addFault(read, 'mapRoom', 'roomTaken', roomText(others))
      return textOf(rooms.rooms)
    },
  }
}

export async function linkRows(
  scope: Scope,
  reads: readonly ReadRow[],
  written: readonly Written[],
): Promise<Written[]> {
  const own = reads.filter((read) => hasRoomValue(read) && read.id !== undefined)
  if (own.length === 0) return [...written]
  const texts = await roomTexts(scope, own.map(idOf))
  const links: RoomLink[] = []
  const former = new Map<number, readonly Id<'room'>[]>()
  for (const read of own) {
    const id = idOf(read)
    const { ids: had = [], text: hadText = '' } = texts.get(id) ?? {}
    const rooms = read.rooms?.rooms ?? []
    if (
      normaliseCell(read.values['mapRoom'] ?? '').toLowerCase() ===
      normaliseCell(hadText).toLowerCase()
    )
      continue
    const now = new Set(rooms.map((room) => room.id))
    links.push(
      ...had.flatMap((roomId) => (now.has(roomId) ? [] : { roomId, locationId: null })),
      ...rooms.flatMap((room) =>
        had.includes(room.id) ? [] : { roomId: room.id, locationId: id },
      ),
    )
    former.set(id, had)
    await scope.journal({
      entity: 'location',
      id,
      name: read.name,
      before: { mapRoom: hadText },
      after: { mapRoom: textOf(rooms) },
    })
  }
  const left = await giveUpRooms(scope, links, former)
  await linkRooms(scope, links)
  const all = written.map((row) => {
    const mapRoomIds = former.get(row.id)
    return row.before === null || mapRoomIds === undefined
      ? row
      : { ...row, before: { ...row.before, mapRoomIds } }
  })
  return [...all, ...left]
}

/**
 * Locations of other steps that lose a room to this one. They are recorded now, so that an undo
 * returns the room.
 */
async function giveUpRooms(
  scope: Scope,
  links: readonly RoomLink[],
  own: ReadonlyMap<number, unknown>,
): Promise<Written[]> {
  const taken = links.flatMap(({ roomId, locationId }) => (locationId === null ? [] : [roomId]))
  if (taken.length === 0) return []
  const { location, room } = tables
  const holders = await scope.db
    .selectDistinct({ id: location.id, name: location.name })
    .from(room)
    .innerJoin(location, joinOn(location, room.locationId))
    .where(
      ofCompany(room, scope.actor.companyId, isAnyId(room.id, taken), isNull(location.deletedAt)),
    )
  const left = holders.filter(({ id }) => !own.has(id))
  const before = await roomTexts(
    scope,
    left.map(({ id }) => id),
  )
  const gone = new Set<number>(taken)
  for (const { id, name } of left) {
    const own = before.get(id)
    if (own === undefined) continue
    await scope.journal({
      entity: 'location',
      id,
      name,
      before: { mapRoom: own.text },
      after: { mapRoom: own.texts.filter((_text, at) => !gone.has(own.ids[at] ?? 0)).join('; ') },
    })
  }
  return left.map(({ id, name }) => ({
    id,
    name,
    before: { mapRoomIds: before.get(id)?.ids ?? [] },
  }))
}

// a written row of locations
const idOf = (read: ReadRow) => (read.id ?? 0) as Id<'location'>

/** Rooms without a location, or with one that the same undo will take them from. */
async function freeAgain(
  { db, actor: { companyId, cause } }: Scope,
  ids: readonly number[],
): Promise<readonly Id<'room'>[]> {
  const { importedRow: row, location, room } = tables
  const importId = cause.kind === 'importUndo' ? cause.id : null
  const isPending = sql`exists (select from ${row} join ${location} on ${location.companyId} = ${row.companyId}
    and ${location.id} = ${row.entityId} and ${location.version} = ${row.madeVersion}
    where ${row.companyId} = ${companyId} and ${row.importId} = ${importId}::int
      and ${row.kind} = 'locations' and ${row.entityId} = ${room.locationId}
      and (${row.before} is null or not ${row.before}->'mapRoomIds' @> to_jsonb(${room.id})))`
  const rows = await db
    .select({ id: room.id })
    .from(room)
    .where(
      ofCompany(
        room,
        companyId,
        isAnyId(room.id, ids),
        sql`(${room.locationId} is null or ${isPending})`,
      ),
    )
  return rows.map(({ id }) => id)
}

type FormerRooms = readonly { id: Id<'location'>; roomIds: readonly Id<'room'>[] }[]

/** Restores former rooms of locations. Rooms linked to other locations since stay unchanged. */
export async function restoreRooms(scope: Scope, changed: FormerRooms): Promise<void> {
  const ids = changed.map(({ id }) => id)
  const before = await roomTexts(scope, ids)
  await linkFormer(scope, changed, before)
  const after = await roomTexts(scope, ids)
  const { location } = tables
  const named = await scope.db
    .select({ id: location.id, name: location.name })
    .from(location)
    .where(ofCompany(location, scope.actor.companyId, isAnyId(location.id, ids)))
  await scope.journal(
    ...named.flatMap(({ id, name }) => {
      const [former = '', now = ''] = [before.get(id)?.text, after.get(id)?.text]
      if (former === now) return []
      return [
        {
          entity: 'location' as const,
          id,
          name,
          before: { mapRoom: former },
          after: { mapRoom: now },
        },
      ]
    }),
  )
}

/** For locations that an undo deletes. */
export async function releaseRooms(scope: Scope, ids: readonly Id<'location'>[]): Promise<void> {
  const none = ids.map((id) => ({ id, roomIds: [] }))
  await linkFormer(scope, none, await roomTexts(scope, ids))
}

async function linkFormer(
  scope: Scope,
  changed: FormerRooms,
  now: Awaited<ReturnType<typeof roomTexts>>,
): Promise<void> {
  const given = changed.flatMap(({ id, roomIds }) =>
    (now.get(id)?.ids ?? []).filter((roomId) => !roomIds.includes(roomId)),
  )
  const free = new Set([
    ...given,
    ...(await freeAgain(
      scope,
      changed.flatMap(({ roomIds }) => roomIds),
    )),
  ])
  await linkRooms(
    scope,
    changed.flatMap(({ id, roomIds }): RoomLink[] => {
      const own = now.get(id)?.ids ?? []
      return [
        ...own.flatMap((roomId) =>
          roomIds.includes(roomId) ? [] : [{ roomId, locationId: null }],
        ),
        ...roomIds.flatMap((roomId) => (free.has(roomId) ? [{ roomId, locationId: id }] : [])),
      ]
    }),
  )
}
