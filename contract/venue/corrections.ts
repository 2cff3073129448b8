/**
 * User corrections to a plan before import. Stored separately from the original plan, so that each
 * correction can be reverted (decision 73).
 */
import { z } from 'zod'
import { bounded, name, text } from '#contract/shapes.ts'
import { reasonsToLeaveOut, usesOfFeatures, faultCodes } from './outcomes.ts'
import { MAX_SHORT_NAME } from './planBounds.ts'
import { roomKinds } from './shapes.ts'

/** Rooms of the largest venue that was imported. */
const MAX_CORRECTED_ROOMS = 5_000
const MAX_CORRECTED_FLOORS = 400
const MAX_LAYERS = 200
/** Maximum characters of an id from a plan reader. */
const LONGEST_ID = 300

const key = text(LONGEST_ID, 1)
/**
 * `building`: a key of `keysOfBuildings`. `floor`: the original floor id, or the id of an added
 * floor.
 */
const floorKey = { building: key, floor: key }
const ordinal = z.number().int().min(-200).max(200)

const list = <T extends z.ZodType>(of: T, most: number) =>
  z
    .array(of)
    .refine(bounded((some: readonly unknown[]) => some.length <= most))
    .meta({ maxItems: most })
    .default([])

export const layerUses = [...roomKinds, 'wall', 'door', 'window', 'leftOut'] as const
export type LayerUse = (typeof layerUses)[number]

const property = text(60, 1).nullable().default(null)

export const corrections = z.strictObject({
  /** The property that names rooms (`VenuePlan.texts`); null for the reader's choice. */
  nameFrom: property,
  /** The property with the sign at a room, such as its number. */
  codeFrom: property,
  layers: list(
    z.strictObject({
      /** The feature's name in the report of features. */
      what: text(80, 1),
      became: z.enum([...usesOfFeatures, ...reasonsToLeaveOut, ...faultCodes]),
      to: z.enum(layerUses),
    }),
    MAX_LAYERS,
  ),
  /** Floors that the file lacks, built from the rooms moved onto them. */
  added: list(
    z.strictObject({ ...floorKey, name, shortName: name.max(MAX_SHORT_NAME), ordinal }),
    MAX_CORRECTED_FLOORS,
  ),
  floors: list(
    z.strictObject({
      ...floorKey,
      name: name.optional(),
      shortName: name.max(MAX_SHORT_NAME).optional(),
      ordinal: ordinal.optional(),
      isLeftOut: z.literal(true).optional(),
      /** The floor of the same building that receives its rooms, walls and doors. */
      onto: key.optional(),
    }),
    MAX_CORRECTED_FLOORS,
  ),
  rooms: list(
    z.strictObject({
      ...floorKey,
      room: key,
      name: text(200).optional(),
      code: text(100).optional(),
      kind: z.enum(roomKinds).optional(),
      isRestricted: z.boolean().optional(),
      isLeftOut: z.literal(true).optional(),
      onto: key.optional(),
    }),
    MAX_CORRECTED_ROOMS,
  ),
})
export type Corrections = z.output<typeof corrections>
export type FloorCorrection = Corrections['floors'][number]
export type RoomCorrection = Corrections['rooms'][number]
export type LayerCorrection = Corrections['layers'][number]

export const countOfCorrections = (made: Corrections): number =>
  (made.nameFrom === null ? 0 : 1) +
  (made.codeFrom === null ? 0 : 1) +
  made.layers.length +
  made.added.length +
  made.floors.length +
  made.rooms.length

/** A correction without a counterpart in the plan. `name`: id or word of the missing part. */
export const unmatchedKinds = [
  'property',
  'layer',
  'floor',
  'room',
  'floorOnto',
  'roomOnto',
] as const
export interface UnmatchedCorrection {
  kind: (typeof unmatchedKinds)[number]
  name: string
}
