import { z } from 'zod'
import { alertLevels } from '#contract/automation/actions/sendAlert.ts'
import { colours } from '#contract/colours.ts'
import { query } from '#contract/endpoint.ts'
import { id } from '#contract/ids.ts'
import { isForwards, named, reversed, span } from './rtlsShapes.ts'
import { instant } from '#contract/shapes.ts'

const whose = { equipmentId: id('equipment').optional(), floorId: id('floor').optional() }
const oneOf = (asked: { equipmentId?: number | undefined; floorId?: number | undefined }) =>
  (asked.equipmentId === undefined) !== (asked.floorId === undefined)
const isOneOf = { path: ['equipmentId'], message: 'Either a thing or a floor' }

const statusThen = z.object({ name: z.string(), colour: z.enum(colours).nullable() }).nullable()
export type StatusThen = z.output<typeof statusThen>

export const lookingBack = {
  getMoments: query({
    method: 'POST',
    path: '/api/rtls/moments',
    access: 'session',
    transaction: 'none',
    readsMuch: true,
    summary: 'How things stood in a span of the past, and what happened to them in it',
    body: z
      .strictObject({ ...whose, ...span })
      .refine(oneOf, isOneOf)
      .refine(isForwards, reversed),
    response: z.object({
      /** The limit was reached: later changes, alerts and tickets are missing. */
      isCut: z.boolean(),
      things: z.array(
        z.object({
          equipment: named(id('equipment')),
          typeName: z.string(),
          status: statusThen,
          changes: z.array(z.object({ at: instant, status: statusThen })),
        }),
      ),
      alerts: z.array(
        z.object({
          at: instant,
          equipment: named(id('equipment')),
          level: z.enum(alertLevels),
          /** The text of an automation; null for a built-in alert. */
          text: z.string().nullable(),
        }),
      ),
      tickets: z.array(
        z.object({ at: instant, equipment: named(id('equipment')), title: z.string() }),
      ),
    }),
    reads: [],
  }),
  exportTrace: query({
    method: 'POST',
    path: '/api/rtls/trace/export',
    access: 'session',
    transaction: 'none',
    summary: 'Positions of a span as CSV or GeoJSON; a file that is cut says how many remain',
    takesTurn: true,
    wire: 'stream',
    body: z
      .strictObject({ ...whose, ...span, format: z.enum(['csv', 'geojson']) })
      .refine(oneOf, isOneOf)
      .refine(isForwards, reversed),
    response: z.string(),
    reads: [],
  }),
}
