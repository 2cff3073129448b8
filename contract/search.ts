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
  /** Finds the exact number printed on a label, ignoring case. */
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
      /**
       * The symbology of the scanned label. A Code 39 number is also looked up decoded as Full
       * ASCII.
       */
      symbology: z.enum(['code39']).optional(),
    }),
    response: z.object({
      rows: z.array(
        z.object({
          kind: z.enum(['equipment', 'location']),
          id: z.number().int(),
          name: z.string(),
          /**
           * The location of the equipment, or the parent location; null if there is none or the
           * user may not see it.
           */
          place: z.string().nullable(),
        }),
      ),
      isCut: z.boolean(),
    }),
    reads: ['Equipment', 'Location'],
  }),
}
