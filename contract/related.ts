/** Everything that has to do with one equipment, in one answer: each part as far as rights reach. */
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

/** So many of each part; its count says how many there are. */
export const RELATED_ROWS = 5

const named = <T extends z.ZodType>(idSchema: T) => z.object({ id: idSchema, name: z.string() })

/** Boards whose cards count what is done on it. */
const board = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dashboard'),
    id: id('dashboard'),
    name: z.string(),
    /** Of its cards, those that do. */
    cards: z.array(named(id('dashboardItem'))),
    /** One of them asks for it, not for everything. */
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
  /** Over all performances on it that one may see. */
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
      /** The tree in which it stands; alone when nothing belongs to it. */
      fellows: fellowTree.nullable(),
      /** The newest. */
      tickets: listAnswer(ticketRow),
      openTickets: z.number().int(),
      /** What is open of what was planned, the earliest first. */
      occurrences: listAnswer(occurrence),
      /** By which rules. */
      rules: z.array(named(id('rrule'))),
      /** The last performances. */
      logs: listAnswer(procedureLogRow),
      /** Those that name it, its type, its status or a tag of it; null: not for this person. */
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
