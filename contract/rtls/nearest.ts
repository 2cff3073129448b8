/**
 * The nearest equipment on foot, the route to it, reservations, and what was nearby in the past
 * (spec section 2).
 */
import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { filterObject } from '#contract/filter.ts'
import { id } from '#contract/ids.ts'
import {
  isForwards,
  mapEquipment,
  named,
  one,
  point,
  reservation,
  reversed,
  span,
  spot,
  stay,
} from './rtlsShapes.ts'
import { listAnswer, text } from '#contract/shapes.ts'
import { relations } from '#contract/venue/way.ts'

/** The starting point; exactly one field is set. */
const start = {
  fromEquipmentId: id('equipment').optional(),
  fromRoomId: id('room').optional(),
  fromPoint: spot.optional(),
}
const wayFacts = {
  /** Walking distance; straight-line distance if `relation` is `straight`. */
  metres: z.number(),
  floorsAway: z.number().int(),
  relation: z.enum(relations),
  doors: z.number().int(),
}

/** Minutes. */
const RESERVED_FOR = 30
export const MAX_RESERVED = 5

const ofOne = ({ params }: { params: { equipmentId: number } }) => [
  'Equipment' as const,
  { type: 'Equipment' as const, id: params.equipmentId },
  'Journal' as const,
]

export const nearest = {
  getNearest: query({
    method: 'POST',
    path: '/api/rtls/nearest',
    access: 'session',
    summary: 'What is nearest on foot, from a thing or a place',
    body: z.strictObject({
      ...start,
      filter: filterObject.optional(),
      search: text(200).optional(),
      /**
       * Excludes broken equipment, equipment in use or with an open ticket, and equipment reserved
       * by another user.
       */
      onlyUsable: z.boolean().default(true),
      limit: z.number().int().min(1).max(100).default(20),
    }),
    response: listAnswer(mapEquipment.extend(wayFacts)),
    reads: ['Equipment', 'Ticket'],
  }),
  getWay: query({
    method: 'POST',
    path: '/api/rtls/way',
    access: 'session',
    summary: 'The way to a thing on foot, floor by floor',
    body: z.strictObject({ ...start, toEquipmentId: id('equipment') }),
    response: z.object({
      ...wayFacts,
      legs: z.array(
        z.object({
          floorId: id('floor'),
          floorName: z.string(),
          points: z.array(z.object(point)),
          /** How to reach the next floor; null on the last. */
          by: z.enum(['lift', 'stairs']).nullable(),
        }),
      ),
    }),
    reads: ['Equipment', 'Venue'],
  }),
  reserveEquipment: mutation({
    method: 'PUT',
    path: '/api/rtls/reservations/{equipmentId}',
    access: 'session',
    summary: 'Say that one comes for a thing: others are not led to it meanwhile',
    params: one,
    body: z.strictObject({
      minutes: z.number().int().min(5).max(240).default(RESERVED_FOR),
    }),
    response: reservation,
    writes: ofOne,
  }),
  releaseEquipment: mutation({
    method: 'DELETE',
    path: '/api/rtls/reservations/{equipmentId}',
    access: 'session',
    summary: 'Let others have what one had reserved',
    params: one,
    /** False if the reservation was another user's, or already over. */
    response: z.object({ released: z.boolean() }),
    writes: ofOne,
  }),
  listReservations: query({
    method: 'GET',
    path: '/api/rtls/reservations',
    access: 'session',
    summary: 'What somebody comes for now, the one that ends first before the others',
    response: listAnswer(z.object({ equipment: named(id('equipment')), reservation })),
    reads: ['Equipment'],
  }),
  getNearestHistory: query({
    method: 'POST',
    path: '/api/rtls/nearest-history',
    access: 'session',
    readsMuch: true,
    summary: 'What stood in one room with a thing, when and how long',
    body: z
      .strictObject({
        equipmentId: id('equipment'),
        ...span,
        limit: z.number().int().min(1).max(500).default(100),
      })
      .refine(isForwards, reversed),
    response: listAnswer(stay.extend({ equipment: named(id('equipment')) })),
    reads: [],
  }),
}
