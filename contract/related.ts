/** Everything related to one equipment in one response; parts the user may not read are omitted. */
import { z } from 'zod'
import { automation } from './automation/automation.ts'
import { query } from './endpoint.ts'
import { fellowTree } from './equipment/fellows.ts'
import { id, idParam } from './ids.ts'
import { procedureLogRow } from './procedures/procedureLogs.ts'
import { occurrence } from './rrules/rruleShapes.ts'
import { beacon } from './rtls/rtlsShapes.ts'
import { instant, listAnswer } from './shapes.ts'
import { ticketRow } from './tickets.ts'

/** Rows of each part; `count` is the total. */
export const RELATED_ROWS = 5

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

const board = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dashboard'),
    id: id('dashboard'),
    name: z.string(),
    cards: z.array(named(id('dashboardItem'))),
    /** A card's filter names this equipment; otherwise its filter merely includes it. */
    isMeant: z.boolean(),
  }),
  z.object({
    kind: z.literal('dynamicDashboard'),
    id: id('dynamicDashboard'),
    name: z.string(),
    cards: z.array(z.object({ id: z.string(), name: z.string() })),
    isMeant: z.boolean(),
  }),
])

const usedItem = z.object({
  item: named(id('inventoryItem')).extend({ unit: z.string() }),
  /** Over all procedure logs on the equipment that the user may see. */
  amount: z.number(),
  discardedDoses: z.number(),
  times: z.number().int(),
  lastAt: instant,
})

export const related = {
  getRelated: query({
    method: 'GET',
    path: '/api/equipment/{id}/related',
    access: 'session',
    summary: 'What has to do with one equipment, as far as one’s rights reach',
    params: z.object({ id: idParam('equipment') }),
    response: z.object({
      /** The tree of attached equipment that contains it; null if nothing is attached. */
      fellows: fellowTree.nullable(),
      tickets: listAnswer(ticketRow),
      openTickets: z.number().int(),
      /** Open occurrences, earliest first. */
      occurrences: listAnswer(occurrence),
      rules: z.array(named(id('rrule'))),
      logs: listAnswer(procedureLogRow),
      /**
       * Automations that name the equipment, its type, its status or one of its tags; null if the
       * user may not read automations.
       */
      automations: listAnswer(automation).nullable(),
      boards: listAnswer(board),
      beacons: listAnswer(beacon),
      inventory: listAnswer(usedItem),
    }),
    reads: ({ params }) => [
      { type: 'Equipment', id: params.id },
      'Fellow',
      'Ticket',
      'Occurrence',
      'Rrule',
      'ProcedureLog',
      'Automation',
      'Dashboard',
      'DashboardItem',
      'DynamicDashboard',
      'Beacon',
      'InventoryItem',
    ],
  }),
}
export type Related = z.output<typeof related.getRelated.response>
