import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { applyCorrections } from '#contract/venue/applyCorrections.ts'
import { corrections } from '#contract/venue/corrections.ts'
import { MAX_PARTS, MAX_ROOMS } from '#contract/venue/planBounds.ts'
import type { plannedFloor as shape } from '#contract/venue/plannedFloor.ts'
import { isRestricted } from '#contract/venue/roomUse.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { ImportRow } from './importView.ts'
import { knownOf } from './knownPlaces.ts'

/** Decimals of a degree, about a millimetre. Stored and read outlines differ by less. */
const DECIMALS = 8

export async function pictureOf(
  scope: Scope,
  row: ImportRow,
  { building, floor: key }: { building: string; floor: string },
): Promise<z.input<typeof shape>> {
  const { buildings } = applyCorrections(row.plan, corrections.parse(row.corrections))
  const house = buildings.find((one) => one.key === building)
  const floor = house?.floors.find(({ externalId }) => externalId === key)
  if (house === undefined || floor === undefined) throw refuseNotFound('floor')
  const stands = (await knownOf(scope, buildings)).floor(house, floor)
  const before =
    stands === undefined
      ? []
      : await scope.db
          .select()
          .from(tables.room)
          .where(ofCompany(tables.room, scope.actor.companyId, eq(tables.room.floorId, stands.id)))
          .orderBy(asc(tables.room.id))
  const byId = new Map(before.map((room) => [room.externalId, room]))
  const planned = new Set(floor.rooms.map(({ externalId }) => externalId))
  const unreached = new Set(
    row.checks?.unreached.find((one) => one.building === building && one.floor === key)?.rooms,
  )
  return {
    building,
    floor: key,
    outline: floor.outline,
    rooms: floor.rooms.slice(0, MAX_ROOMS).map((room) => ({
      id: room.externalId,
      origin: room.origin,
      name: room.name,
      code: room.code,
      kind: room.kind,
      outline: room.outline,
      nameFrom: room.nameFrom ?? null,
      said: room.said ?? {},
      isKindGuessed: room.isKindGuessed === true,
      isRestricted: isRestricted(room.category ?? null),
      isReached: !unreached.has(room.externalId),
      isCorrected: room.isCorrected,
      change: changeOf(room, byId.get(room.externalId)),
    })),
    roomsLeft: Math.max(0, floor.rooms.length - MAX_ROOMS),
    parts: floor.parts.slice(0, MAX_PARTS).map(({ what: _what, ...part }) => part),
    partsLeft: Math.max(0, floor.parts.length - MAX_PARTS),
    removed: before
      .filter(({ externalId }) => externalId === null || !planned.has(externalId))
      .map(({ name, outline }) => ({ name, outline })),
    faults: (row.checks?.faults ?? [])
      .filter((fault) => fault.building === building && fault.floor === key)
      .map(({ code, room, other = null, longitude, latitude }) => ({
        code,
        room,
        other,
        longitude,
        latitude,
      })),
  }
}

type RoomFacts = Pick<typeof tables.room.$inferSelect, 'name' | 'code' | 'kind' | 'outline'> & {
  category?: string | null
}

function changeOf(room: RoomFacts, before: RoomFacts | undefined): 'new' | 'changed' | 'same' {
  if (before === undefined) return 'new'
  const isSame =
    before.name === room.name &&
    before.code === room.code &&
    before.kind === room.kind &&
    (before.category ?? null) === (room.category ?? null) &&
    signOf(before) === signOf(room)
  return isSame ? 'same' : 'changed'
}

const signOf = ({ outline }: RoomFacts): string =>
  outline.coordinates
    .map((ring) =>
      ring
        .flat()
        .map((degrees) => degrees.toFixed(DECIMALS))
        .join(' '),
    )
    .join('\n')
