import { z } from 'zod'
import { query } from './endpoint.ts'

export const search = {
  search: query({
    method: 'GET',
    path: '/api/search',
    access: 'session',
    summary:
      'Find any equipment, location, procedure, ticket, dashboard or person by a few letters',
    params: z.object({
      q: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .refine((value) => !value.includes('\u0000')),
    }),
    response: z.array(
      z.object({
        kind: z.enum([
          'equipment',
          'location',
          'procedure',
          'ticket',
          'dashboard',
          'dynamicDashboard',
          'user',
        ]),
        id: z.number().int(),
        name: z.string(),
        /** A second line: the inventory number, the place, the type. */
        hint: z.string().nullable(),
      }),
    ),
    reads: [
      'Equipment',
      'Location',
      'Procedure',
      'Ticket',
      'Dashboard',
      'DynamicDashboard',
      'User',
    ],
  }),
  /** What a label says: exactly that number, in any case. */
  findByNumber: query({
    method: 'GET',
    path: '/api/search/number',
    access: 'session',
    summary:
      'Equipment by its inventory number or a fact such as the serial number, places by their code',
    params: z.object({
      number: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .refine((value) => !value.includes('\u0000')),
      /** If the number was read off a label of Code 39: it is looked up in Full ASCII too. */
      symbology: z.enum(['code39']).optional(),
    }),
    response: z.object({
      rows: z.array(
        z.object({
          kind: z.enum(['equipment', 'location']),
          id: z.number().int(),
          name: z.string(),
          /** Where it is kept, or what it lies in; null: nowhere, or not for the asker to see. */
          place: z.string().nullable(),
        }),
      ),
      /** More have this number than are told. */
      isCut: z.boolean(),
    }),
    reads: ['Equipment', 'Location'],
  }),
}
