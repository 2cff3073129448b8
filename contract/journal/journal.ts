import { z } from 'zod'
import { query } from '#contract/endpoint.ts'
import { id } from '#contract/ids.ts'
import { referenceKinds, type Reference } from './references.ts'
import { givenInstant, instant, listAnswer, listQuestion } from '#contract/shapes.ts'

export const journalEntities = [
  'equipment',
  'location',
  'procedure',
  'procedureLog',
  'ticket',
  /** Working time and costs of a ticket, with its id. Each is shown by its own right. */
  'ticketTime',
  'ticketCost',
  'automation',
  'equipmentType',
  'equipmentStatus',
  'locationType',
  'tag',
  'procedureType',
  'ticketType',
  'user',
  'role',
  'company',
  'import',
  'metadataField',
  'apiHook',
  'assignRule',
  'inventoryItem',
  'validationType',
  'progressMap',
  'fellowType',
  'orgEntity',
  'rrule',
  'dashboard',
  'dashboardItem',
  'dynamicDashboard',
  'building',
  'gateway',
  'gatewayType',
  'sensor',
  'sensorType',
  'meterType',
  'zoneRule',
  'duty',
  'area',
  'beacon',
  'apiKey',
] as const
export const journalChanges = ['created', 'updated', 'deleted'] as const
export type JournalEntity = (typeof journalEntities)[number]

/**
 * An entity in a value, with its name at the time of writing. `name` is missing if the entity was
 * deleted or the reader may not see it.
 */
const namedThing = z.object({
  kind: z.enum(referenceKinds),
  id: z.number().int(),
  name: z.string(),
})
export type NamedThing = Reference & { name: string }
const namedClause = z.object({
  clause: z.looseObject({ kind: z.string() }),
  names: z.array(namedThing),
})
export type NamedClause = z.infer<typeof namedClause>

export const journalEntry = z.object({
  id: id('journalEntry'),
  at: instant,
  entity: z.enum(journalEntities),
  entityId: z.number().int(),
  entityName: z.string(),
  change: z.enum(journalChanges),
  by: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user'), id: id('user'), name: z.string() }),
    z.object({ kind: z.literal('automation'), runId: id('automationRun'), name: z.string() }),
    z.object({
      kind: z.literal('import'),
      importId: id('import').nullable(),
      name: z.string(),
      isUndo: z.boolean(),
    }),
    z.object({ kind: z.literal('report') }),
    z.object({ kind: z.literal('system') }),
  ]),
  /** Written without a version, so it may have overwritten another user's change. */
  isOverwriting: z.boolean(),
  /** Only changed fields. Ids are replaced by names, so before and after are readable. */
  changes: z.array(
    z.object({
      field: z.string(),
      /**
       * The element of a multi-valued field: a metadata field, a question or a detail's heading.
       */
      part: z.union([z.string(), namedThing]).optional(),
      /**
       * Text, a number, a `namedThing`, a `namedClause`, a shape of the entity's own contract, or a
       * list of them.
       */
      before: z.unknown(),
      after: z.unknown(),
      /**
       * The values exist but the reader may not see them: names of hidden entities, phones and
       * addresses of other users.
       */
      isHidden: z.boolean().optional(),
    }),
  ),
})
export type JournalEntry = z.infer<typeof journalEntry>
export type JournalChange = JournalEntry['changes'][number]

const journalQuestion = listQuestion(['at'])
  .extend({
    entity: z.enum(journalEntities).optional(),
    entityId: z.number().int().min(1).max(2_147_483_647).optional(),
    change: z.enum(journalChanges).optional(),
    userId: id('user').optional(),
    from: givenInstant.optional(),
    /** Exclusive. */
    to: givenInstant.optional(),
  })
  .strict()

export const journal = {
  listJournal: query({
    method: 'POST',
    path: '/api/journal/get',
    access: 'session',
    summary:
      'What changed on an entity, newest first; the whole company needs viewer|journal. Searched by what it changed on and by whom',
    body: journalQuestion,
    response: listAnswer(journalEntry),
    reads: ['Journal'],
  }),
}
