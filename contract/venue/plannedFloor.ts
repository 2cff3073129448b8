import { z } from 'zod'
import { nameOrigins } from './plan.ts'
import { placedFaultCodes } from './planFaults.ts'
import { latitude, longitude, part, polygon, roomKinds } from './shapes.ts'

const roomChanges = ['new', 'changed', 'same'] as const

export const plannedFloor = z.object({
  building: z.string(),
  floor: z.string(),
  outline: polygon,
  rooms: z.array(
    z.object({
      id: z.string(),
      /** Ids in the file, to which corrections refer. */
      origin: z.object({ floor: z.string(), room: z.string() }),
      name: z.string(),
      code: z.string().nullable(),
      kind: z.enum(roomKinds),
      outline: polygon,
      /** Null if the file or a user names the room itself, or if it has no name. */
      nameFrom: z.enum(nameOrigins).nullable(),
      /** The file's other texts about the room, by property. */
      said: z.record(z.string(), z.string()),
      isKindGuessed: z.boolean(),
      isRestricted: z.boolean(),
      isReached: z.boolean(),
      isCorrected: z.boolean(),
      change: z.enum(roomChanges),
    }),
  ),
  /** Number of rooms beyond the bound. */
  roomsLeft: z.number().int(),
  parts: z.array(part),
  partsLeft: z.number().int(),
  /** Existing rooms on the floor that the import removes. */
  removed: z.array(z.object({ name: z.string(), outline: polygon })),
  faults: z.array(
    z.object({
      code: z.enum(placedFaultCodes),
      room: z.string().nullable(),
      other: z.string().nullable(),
      longitude,
      latitude,
    }),
  ),
})
export type PlannedFloorPicture = z.output<typeof plannedFloor>
export type PicturedRoom = PlannedFloorPicture['rooms'][number]
