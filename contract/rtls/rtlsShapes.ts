/** Shapes of the live map: buildings, floors, positions, beacons (spec sections 3 and 7). */
import { z } from 'zod'
import { colours } from '#contract/colours.ts'
import { id, idParam } from '#contract/ids.ts'
import { methods, rejections } from '#contract/positioning/fix.ts'
import { givenInstant, instant, version } from '#contract/shapes.ts'
import { roomUses } from '#contract/venue/roomUses.ts'
import { around, latitude, longitude, part, polygon, roomKinds } from '#contract/venue/shapes.ts'

export const named = <T extends z.ZodType>(idSchema: T) =>
  z.object({ id: idSchema, name: z.string() })
export const point = { longitude, latitude }
export const spot = z.strictObject({ floorId: id('floor'), ...point })

const floorMark = z.object({
  id: id('floor'),
  name: z.string(),
  shortName: z.string(),
  /** 0 is the entrance level; negative is below it. */
  ordinal: z.number().int(),
})
export const building = z.object({
  id: id('building'),
  name: z.string(),
  location: named(id('location')).nullable(),
  ...point,
  outline: polygon,
  /** Outdoor shapes: lawns, paths, neighbouring buildings. */
  surroundings: z.array(around),
  /** A survey has confirmed that the accuracy radius of positions holds. */
  isAccuracyMeasured: z.boolean(),
  floors: z.array(floorMark),
})

const room = z.object({
  id: id('room'),
  name: z.string(),
  code: z.string().nullable(),
  kind: z.enum(roomKinds),
  use: z.enum(roomUses),
  /**
   * The plan marks the room as restricted; omitted otherwise. Display only: permissions follow the
   * location.
   */
  isRestricted: z.boolean().optional(),
  outline: polygon,
  ...point,
  location: named(id('location')).nullable(),
})
export const floor = floorMark.extend({
  buildingId: id('building'),
  outline: polygon,
  parts: z.array(part),
  rooms: z.array(room),
})
export type Floor = z.output<typeof floor>

/** Where the plan shows a location; all null if no plan does. */
export const drawnPlace = z.object({
  floorId: id('floor').nullable(),
  roomId: id('room').nullable(),
  /** The plan shows only a parent of the location. */
  isAbove: z.boolean(),
})

/** A position on the map, sent in bulk and so limited to what the map draws. */
export const livePosition = z.object({
  equipmentId: id('equipment'),
  floorId: id('floor'),
  roomId: id('room').nullable(),
  ...point,
  /** Metres: radius of the circle that most likely contains it. */
  accuracy: z.number(),
  at: instant,
  method: z.enum(methods),
})

export const liveMarker = livePosition.extend({
  name: z.string(),
  colour: z.enum(colours).nullable(),
  isStatic: z.boolean(),
})

const numbers = z.array(z.number().int())
/** See `positioning/columns.ts`. */
export const liveColumns = z.object({
  at: instant,
  count: z.number().int(),
  from: z.object(point),
  equipmentIds: z.array(id('equipment')),
  floorIds: z.array(id('floor')),
  roomIds: numbers,
  x: numbers,
  y: numbers,
  accuracy: numbers,
  age: numbers,
  appearance: numbers,
  glyphs: numbers,
})

/** A user's claim to fetch the equipment; it expires by itself. */
export const reservation = z.object({
  by: named(id('user')),
  until: instant,
  isMine: z.boolean(),
})
export type Reservation = z.output<typeof reservation>

export const mapEquipment = z.object({
  id: id('equipment'),
  name: z.string(),
  equipmentId: z.string().nullable(),
  type: named(id('equipmentType')),
  status: z
    .object({
      id: id('equipmentStatus'),
      name: z.string(),
      colour: z.enum(colours),
      isUsable: z.boolean(),
    })
    .nullable(),
  location: named(id('location')).nullable(),
  isStatic: z.boolean(),
  isGateway: z.boolean(),
  /** Set by the company's two settings, or by the name (spec section 9). */
  isRoom: z.boolean(),
  alertsCount: z.number().int(),
  hasBeacon: z.boolean(),
  position: livePosition.nullable(),
  roomName: z.string().nullable(),
  floorName: z.string().nullable(),
  buildingId: id('building').nullable(),
  reservation: reservation.nullable(),
})
export type MapEquipment = z.output<typeof mapEquipment>

const gatewayMark = z.object({ id: id('gateway'), name: z.string() })
export const triangulationLog = z.object({
  id: z.number().int(),
  at: instant,
  floorId: id('floor'),
  floorName: z.string(),
  roomName: z.string().nullable(),
  ...point,
  accuracy: z.number(),
  method: z.enum(methods),
  heard: z.array(
    z.object({
      gateway: gatewayMark,
      rssi: z.number(),
      readings: z.number().int(),
      distance: z.number(),
      longitude: longitude.nullable(),
      latitude: latitude.nullable(),
    }),
  ),
  rejected: z.array(
    z.object({
      gateway: gatewayMark,
      rssi: z.number(),
      readings: z.number().int(),
      why: z.enum(rejections),
    }),
  ),
})
export type TriangulationLog = z.output<typeof triangulationLog>

export const stay = z.object({
  floorId: id('floor'),
  floorName: z.string(),
  buildingName: z.string(),
  roomId: id('room').nullable(),
  roomName: z.string().nullable(),
  from: instant,
  to: instant,
  seconds: z.number().int(),
})

export const beaconFacts = {
  mac: z
    .string()
    .trim()
    .regex(/^[0-9A-Fa-f]{2}([:-]?[0-9A-Fa-f]{2}){5}$/, 'Six pairs of 0–9 and A–F')
    .meta({ example: 'AC:23:3F:A0:00:01' }),
  equipmentId: id('equipment').nullable(),
  /** Signal strength at one metre in dBm, from the manufacturer or measured. */
  measuredPower: z.number().int().min(-100).max(-20),
}
export const beacon = z.object({
  id: id('beacon'),
  ...beaconFacts,
  mac: z.string(),
  equipment: named(id('equipment')).nullable(),
  battery: z.number().int().nullable(),
  lastHeardAt: instant.nullable(),
  version,
})
export type Beacon = z.output<typeof beacon>

export const span = { from: givenInstant, to: givenInstant }
export const isForwards = ({ from, to }: { from: string; to: string }) =>
  Date.parse(from) <= Date.parse(to)
export const reversed = { path: ['to'], message: 'Ends before it begins' }
export const one = z.object({ equipmentId: idParam('equipment') })

export const trackingSettings = z.object({
  historyDays: z.number().int().min(1).max(3650),
  /** Path loss exponent of these buildings: 2 in the open, 2.5–3.5 indoors. */
  exponent: z.number().min(1.5).max(6),
  version,
})
