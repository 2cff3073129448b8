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
}
