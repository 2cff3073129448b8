import type { Id } from '#contract/ids.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { roomTexts } from '../../foundation/locations/index.ts'
import { hasRoomValue } from './mapRooms.ts'
import type { ReadRow } from './readRow.ts'
import type { PlanRoom } from './saidRooms.ts'
import { normaliseCell, type Planned } from './target.ts'

interface Locations {
  /** Finds the stored location of each row. */
  idsOf(rows: readonly ReadRow[]): Promise<(read: ReadRow) => number | undefined>
  plan(rows: readonly ReadRow[]): Promise<readonly Planned[]>
}

/**
 * Marks rooms that rows of the same file give up, so that other rows may take them in any order. A
 * row gives up nothing if it fails, and it fails if another location keeps a room that it names.
 */
export async function freeRooms(
  scope: Scope,
  rows: readonly ReadRow[],
  { idsOf, plan }: Locations,
): Promise<void> {
  const own = rows.filter(hasRoomValue)
  const takers = own.filter((read) => roomsOf(read).some((room) => isElsewhere(room, read)))
  const names = new Set(
    takers.flatMap((read) => roomsOf(read).flatMap(({ holder }) => namesOf(holder))),
  )
  const holders = own.filter(({ key }) => names.has(key.toLowerCase()))
  if (holders.length === 0) return
  const idOf = await idsOf(withOuter(holders))
  const byId = new Map<number, ReadRow>()
  for (const read of holders) {
    const id = idOf(read)
    if (id !== undefined) byId.set(id, read)
  }
  const texts = await roomTexts(scope, [...byId.keys()] as Id<'location'>[]) // found as locations
  const keeps = (id: number, read: ReadRow, room: PlanRoom) =>
    read.rooms === undefined ||
    normaliseCell(read.values['mapRoom'] ?? '').toLowerCase() ===
      normaliseCell(texts.get(id)?.text ?? '').toLowerCase() ||
    roomsOf(read).includes(room)
  const giverOf = (room: PlanRoom): ReadRow | undefined => {
    const id = room.holder?.id
    const read = id === undefined ? undefined : byId.get(id)
    return id === undefined || read === undefined || keeps(id, read, room) ? undefined : read
  }
  const failed = new Set<ReadRow>()
  const waiting = new Map<ReadRow, ReadRow[]>()
  const fail = (first: ReadRow) => {
    const queue = [first]
    for (let read = queue.pop(); read !== undefined; read = queue.pop()) {
      if (failed.has(read)) continue
      failed.add(read)
      queue.push(...(waiting.get(read) ?? []))
    }
  }
  const wanted: { read: ReadRow; room: PlanRoom; giver: ReadRow }[] = []
  const refused = holders.filter(
    ({ faults, rooms }) => faults.length > 0 || rooms?.fault !== undefined,
  )
  for (const read of takers)
    for (const room of roomsOf(read)) {
      if (room.holder === null || byId.get(room.holder.id) === read) continue
      const giver = giverOf(room)
      if (giver === undefined) refused.push(read)
      else {
        wanted.push({ read, room, giver })
        waiting.set(giver, [...(waiting.get(giver) ?? []), read])
      }
    }
  const mark = () => {
    for (const { room, giver } of wanted) room.isFreed = !failed.has(giver)
  }
  refused.forEach(fail)
  mark()
  const givers = new Set(wanted.map(({ giver }) => giver).filter((giver) => !failed.has(giver)))
  for (const giver of await failing(givers, plan)) fail(giver)
  mark()
}

/** The rows that would not be written. They are planned as copies, because a plan adds errors. */
async function failing(
  rows: ReadonlySet<ReadRow>,
  plan: Locations['plan'],
): Promise<readonly ReadRow[]> {
  const copies = new Map<ReadRow, ReadRow>()
  const copyOf = (read: ReadRow): ReadRow => {
    const known = copies.get(read)
    if (known !== undefined) return known
    const copy = { ...read, values: { ...read.values }, faults: [...read.faults] }
    copies.set(read, copy)
    if (read.below !== undefined) copy.below = copyOf(read.below)
    return copy
  }
  for (const read of rows) copyOf(read)
  const planned = await plan([...copies.values()])
  const bad = new Set(planned.flatMap(({ read, action }) => (action === 'fail' ? [read] : [])))
  return [...rows].filter((read) => bad.has(copyOf(read)))
}

const roomsOf = ({ rooms }: ReadRow): readonly PlanRoom[] => rooms?.rooms ?? []

const namesOf = (holder: PlanRoom['holder']): string[] =>
  holder === null ? [] : [holder.code ?? '', holder.name].map((name) => name.toLowerCase())

/** A name does not identify a location, so a row without a code may be another one. */
const isElsewhere = ({ holder }: PlanRoom, { isByName, key }: ReadRow): boolean =>
  holder !== null && (isByName || holder.code?.toLowerCase() !== key.toLowerCase())

/** The rows and those that they are inside of, which locations without a code are found by. */
function withOuter(rows: readonly ReadRow[]): ReadRow[] {
  const all = new Set<ReadRow>()
  for (const read of rows)
    for (let at: ReadRow | undefined = read; at !== undefined && !all.has(at); at = at.below)
      all.add(at)
  return [...all]
}
