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
  'zoneRule',
  'area',
  'beacon',
  'apiKey',
] as const
export const journalChanges = ['created', 'updated', 'deleted'] as const
export type JournalEntity = (typeof journalEntities)[number]

/**
 * A thing that a value names, as it was called when that was written; no name: it is gone, or not
 * for this reader.
 */
const namedThing = z.object({
  kind: z.enum(referenceKinds),
  id: z.number().int(),
  name: z.string(),
})
export type NamedThing = Reference & { name: string }
/**
 * A filter or an action of a rule, or a filter of a number, with the names it needs to be read as a
 * sentence.
 */
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
  /** A person, an automation's run, an import, or the system itself. */
  by: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user'), id: id('user'), name: z.string() }),
    z.object({ kind: z.literal('automation'), runId: id('automationRun'), name: z.string() }),
    z.object({
      kind: z.literal('import'),
      importId: id('import').nullable(),
      name: z.string(),
      /** It was taken back. */
      isUndo: z.boolean(),
    }),
    z.object({ kind: z.literal('system') }),
  ]),
  /**
   * Written without saying which version had been read, so that it may have gone over somebody
   * else's change.
   */
  isOverwriting: z.boolean(),
  /**
   * Only what changed, in words where the value is an id: before and after are what a person would
   * read.
   */
  changes: z.array(
    z.object({
      field: z.string(),
      /**
       * Which of the things that the field keeps side by side: a metadata field, a question, the
       * heading of a fact.
       */
      part: z.union([z.string(), namedThing]).optional(),
      /**
       * A word or a number, a `namedThing`, a `namedClause`, a shape of the thing's own contract,
       * or a list of them.
       */
      before: z.unknown(),
      after: z.unknown(),
      /**
       * The values are there and not for this reader: names of what they may not see, others'
       * phones and addresses.
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
    /** Only what this person changed themselves. */
    userId: id('user').optional(),
    from: givenInstant.optional(),
    /** Not included. */
    to: givenInstant.optional(),
  })
  .strict()

/** What one file holds; more is refused, and days narrow it. */
export const MAX_JOURNAL_EXPORT = 20_000

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
  exportJournal: query({
    method: 'POST',
    path: '/api/journal/export',
    access: 'session',
    summary:
      'What the journal shows, as CSV with a line for each field that changed; at most 20,000 entries (409 exportTooLong)',
    takesTurn: true,
    wire: 'stream',
    body: journalQuestion.omit({ limit: true, offset: true }),
    response: z.string(),
    reads: [],
  }),
}
