import { z } from 'zod'
import { query } from './endpoint.ts'
import { id } from './ids.ts'
import { instant, listAnswer, listQuestion } from './shapes.ts'

export const journalEntities = [
  'equipment', 'location', 'procedure', 'procedureLog', 'ticket', 'automation', 'equipmentType', 'equipmentStatus',
  'locationType', 'tag', 'procedureType', 'ticketType', 'user', 'role', 'company', 'import', 'metadataField', 'apiHook', 'assignRule', 'inventoryItem', 'validationType', 'progressMap', 'rrule', 'dashboard', 'dashboardItem', 'dynamicDashboard', 'building', 'gateway', 'gatewayType', 'beacon', 'apiKey',
] as const
export type JournalEntity = (typeof journalEntities)[number]

export const journalEntry = z.object({
  id: id('journalEntry'), at: instant, entity: z.enum(journalEntities), entityId: z.number().int(), entityName: z.string(),
  change: z.enum(['created', 'updated', 'deleted']),
  /** A person, an automation's run, an import, or the system itself. */
  by: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user'), id: id('user'), name: z.string() }),
    z.object({ kind: z.literal('automation'), runId: id('automationRun'), name: z.string() }),
    z.object({ kind: z.literal('import'), importId: id('import').nullable(), name: z.string() }),
    z.object({ kind: z.literal('system') }),
  ]),
  /** Only what changed, in words where the value is an id: before and after are what a person would read. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type JournalEntry = z.infer<typeof journalEntry>

export const journal = {
  listJournal: query({
    method: 'POST', path: '/api/journal/get', access: 'session', summary: 'What changed on an entity, newest first; the whole company needs viewer|journal',
    body: listQuestion(['at']).extend({ entity: z.enum(journalEntities).optional(), entityId: z.number().int().min(1).max(2_147_483_647).optional() }).strict(),
    response: listAnswer(journalEntry), reads: ['Journal'],
  }),
}
