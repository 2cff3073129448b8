/** GeoJSON geometry of floors, in degrees (WGS 84). */
import { z } from 'zod'

export const longitude = z.number().min(-180).max(180)
export const latitude = z.number().min(-90).max(90)
/** [longitude, latitude] in degrees (WGS 84). */
export const position = z.tuple([longitude, latitude]).meta({ example: [14.4, 50] })
const ring = z.array(position).min(4).max(20_000)

export const polygon = z
  .object({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1).max(2_000) })
  .meta({
    example: {
      type: 'Polygon',
      coordinates: [
        [
          [14.4, 50],
          [14.5, 50],
          [14.5, 50.1],
          [14.4, 50],
        ],
      ],
    },
  })
const line = z
  .object({
    type: z.literal('LineString'),
    coordinates: z.array(position).min(2).max(20_000),
  })
  .meta({
    example: {
      type: 'LineString',
      coordinates: [
        [14.4, 50],
        [14.5, 50],
      ],
    },
  })

export type Polygon = z.output<typeof polygon>
export type Line = z.output<typeof line>
export type Position = [number, number]

/** `closed` is part of the building that people cannot enter. */
export const roomKinds = [
  'room',
  'corridor',
  'lift',
  'stairs',
  'toilet',
  'entrance',
  'closed',
] as const
export type RoomKind = (typeof roomKinds)[number]

const partKinds = ['wall', 'door', 'window'] as const
export const part = z.object({
  kind: z.enum(partKinds),
  shape: z.union([polygon, line]),
  /** True for a wall that is a room's outline. In the editor, it follows its room. */
  isOfRoom: z.boolean().optional(),
})
export type Part = z.output<typeof part>

const aroundKinds = ['lawn', 'paved', 'path', 'road', 'water', 'tree', 'house'] as const
export const around = z.object({
  kind: z.enum(aroundKinds),
  /** Label on the map. Most surroundings have none. */
  name: z.string().max(120).nullable(),
  shape: z.union([polygon, line]),
})
export type Around = z.output<typeof around>
