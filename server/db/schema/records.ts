import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DomainEvent } from '#contract/events.ts'
import type { Id } from '#contract/ids.ts'
import type { ImportJob, ImportMapping, MadeKind, RowKind } from '#contract/imports.ts'
import type { JournalChange, JournalEntity } from '#contract/journal/journal.ts'
import type { ReferenceKind } from '#contract/journal/references.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'

export const journalEntry = tenantTable(
  'journalEntry',
  'journal_entry',
  {
    at: timestamp('at', { withTimezone: true }).notNull(),
    entity: text('entity').notNull().$type<JournalEntity>(),
    entityId: integer('entity_id').notNull(),
    entityName: text('entity_name').notNull(),
    change: text('change').notNull().$type<'created' | 'updated' | 'deleted'>(),
    byKind: text('by_kind')
      .notNull()
      .$type<'user' | 'automation' | 'import' | 'importUndo' | 'report' | 'system'>(),
    /** Id of the user, automation run or import, depending on `byKind`. */
    byId: integer('by_id'),
    byName: text('by_name').notNull(),
    /** The client sent no version, so the write may have overwritten changes. */
    isOverwriting: boolean('is_overwriting').notNull().default(false),
    changes: jsonb('changes').notNull().$type<JournalChange[]>(),
  },
  (table) => [
    index('journal_of').on(table.companyId, table.entity, table.entityId, table.id),
    index('journal_at').on(table.companyId, table.id),
  ],
)

/** One row per reference stored in JSON. Foreign keys are not repeated here. */
export const reference = tenantTable(
  'internal',
  'reference',
  {
    fromKind: text('from_kind').notNull().$type<ReferenceKind>(),
    fromId: integer('from_id').notNull(),
    toKind: text('to_kind').notNull().$type<ReferenceKind>(),
    toId: integer('to_id').notNull(),
  },
  (table) => [
    uniqueIndex('reference_once').on(
      table.companyId,
      table.fromKind,
      table.fromId,
      table.toKind,
      table.toId,
    ),
    index('reference_to').on(table.companyId, table.toKind, table.toId),
  ],
)

export const outboxEvent = tenantTable(
  'internal',
  'outbox_event',
  {
    payload: jsonb('payload').notNull().$type<DomainEvent>(),
    /**
     * The event that caused this one, and the length of the chain. A limit on `depth` stops
     * automations that trigger each other.
     */
    causationId: integer('causation_id'),
    depth: integer('depth').notNull().default(0),
    availableAt: timestamp('available_at', { withTimezone: true })
      .notNull()
      .default(sql`now()`),
    attempts: integer('attempts').notNull().default(0),
    handledAt: timestamp('handled_at', { withTimezone: true }),
    failedAt: timestamp('failed_at', { withTimezone: true }),
    lastError: text('last_error'),
  },
  (table) => [
    index('outbox_waiting')
      .on(table.companyId, table.id)
      .where(sql`handled_at is null and failed_at is null`),
    index('outbox_given_up')
      .on(table.companyId, table.id)
      .where(sql`handled_at is null and failed_at is not null`),
  ],
)

/**
 * Answers to writes with an Idempotency-Key. A repeat within a day gets the stored answer and does
 * nothing.
 */
export const answeredCall = tenantTable(
  'internal',
  'answered_call',
  {
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
    key: uuid('key').notNull(),
    /** SHA-256 of method, path and body. A key must not be reused for another call. */
    digest: text('digest').notNull(),
    /** Null while the call runs, which only its own transaction sees. */
    answer: jsonb('answer'),
  },
  (table) => [
    foreignKeyInCompany(table, table.userId, () => user, 'cascade'),
    uniqueIndex('answered_call_key').on(table.companyId, table.userId, table.key),
    index('answered_call_made').on(table.createdAt),
  ],
)

export const importJob = tenantTable('import', 'import_job', {
  kind: text('kind').notNull().$type<ImportJob['kind']>(),
  fileName: text('file_name').notNull(),
  storageKey: text('storage_key').notNull(),
  /** Storage key of the rows as UTF-8 text; null if the file itself is text. */
  tableKey: text('table_key'),
  reading: jsonb('reading').$type<ImportJob['reading']>(),
  status: text('status').notNull().$type<ImportJob['status']>(),
  startedBy: integer('started_by').notNull().$type<Id<'user'>>(),
  headings: jsonb('headings').notNull().$type<string[]>(),
  sample: jsonb('sample').notNull().$type<string[][]>(),
  mapping: jsonb('mapping').notNull().$type<ImportMapping>(),
  rowCount: integer('row_count').notNull().default(0),
  progress: integer('progress').notNull().default(0),
  created: integer('created').notNull().default(0),
  updated: integer('updated').notNull().default(0),
  unchanged: integer('unchanged').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  setAside: integer('set_aside').notNull().default(0),
  faultCount: integer('fault_count').notNull().default(0),
  faults: jsonb('faults').notNull().default([]).$type<ImportJob['faults']>(),
  preview: jsonb('preview').notNull().default([]).$type<ImportJob['preview']>(),
  newWords: jsonb('new_words').notNull().default([]).$type<ImportJob['newWords']>(),
  lostTickets: integer('lost_tickets').notNull().default(0),
  /** Storage key of all faults, as JSON lines. Null if there are none. */
  faultsKey: text('faults_key'),
  cancelRequested: boolean('cancel_requested').notNull().default(false),
  undoable: integer('undoable').notNull().default(0),
  undone: integer('undone').notNull().default(0),
  undoLeft: integer('undo_left').notNull().default(0),
  undoFaults: jsonb('undo_faults').notNull().default([]).$type<ImportJob['undoFaults']>(),
  undoneBy: integer('undone_by').$type<Id<'user'>>(),
})

export const importedRow = tenantTable(
  'internal',
  'imported_row',
  {
    importId: integer('import_id').notNull().$type<Id<'import'>>(),
    /** Kind of the created row. Null in rows of earlier versions: the import's kind. */
    kind: text('kind').$type<RowKind | MadeKind>(),
    entityId: integer('entity_id').notNull(),
    action: text('action').notNull().$type<'create' | 'update'>(),
    name: text('name').notNull(),
    /** Version after the import. If the current one differs, the row was changed since. */
    madeVersion: integer('made_version').notNull(),
    /** Earlier values of the changed fields. Null if the import created the row. */
    before: jsonb('before').$type<Record<string, unknown>>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.importId, () => importJob, 'cascade'),
    index('imported_row_of').on(table.companyId, table.importId, table.id),
    index('imported_row_entity').on(table.companyId, table.entityId),
  ],
)
