/** What the house keeps about itself: the journal, the reference index, the outbox, imports. */
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
import type { ImportJob, ImportMapping } from '#contract/imports.ts'
import type { JournalChange, JournalEntity } from '#contract/journal/journal.ts'
import type { ReferenceKind } from '#contract/journal/references.ts'
import { tenantTable, within } from '#db/tenantTable.ts'
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
      .$type<'user' | 'automation' | 'import' | 'importUndo' | 'system'>(),
    /** The user, the automation run or the import, by byKind. */
    byId: integer('by_id'),
    byName: text('by_name').notNull(),
    /** Its writer did not say which version they had read. */
    isOverwriting: boolean('is_overwriting').notNull().default(false),
    changes: jsonb('changes').notNull().$type<JournalChange[]>(),
  },
  (table) => [
    index('journal_of').on(table.companyId, table.entity, table.entityId, table.id),
    index('journal_at').on(table.companyId, table.id),
  ],
)

/**
 * One row for each "this names that" kept in JSON; what plain foreign keys say is not repeated
 * here.
 */
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
     * The event that caused this one, and how long the chain is: rules that feed each other end at
     * a limit.
     */
    causationId: integer('causation_id'),
    depth: integer('depth').notNull().default(0),
    availableAt: timestamp('available_at', { withTimezone: true })
      .notNull()
      .default(sql`now()`),
    attempts: integer('attempts').notNull().default(0),
    handledAt: timestamp('handled_at', { withTimezone: true }),
    /** Set when the last attempt is spent; a person looks at it. */
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
 * What a write under an Idempotency-Key was answered. Sent again within a day, because the answer was
 * lost, it is answered the same and not done again.
 */
export const answeredCall = tenantTable(
  'internal',
  'answered_call',
  {
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
    key: uuid('key').notNull(),
    /** SHA-256 of method, path and body: under one key there is one call. */
    digest: text('digest').notNull(),
    /** Null while the call is at work, which only its own transaction sees. */
    answer: jsonb('answer'),
  },
  (table) => [
    within(table, table.userId, () => user, 'cascade'),
    uniqueIndex('answered_call_key').on(table.companyId, table.userId, table.key),
    index('answered_call_made').on(table.createdAt),
  ],
)

export const importJob = tenantTable('import', 'import_job', {
  kind: text('kind').notNull().$type<ImportJob['kind']>(),
  fileName: text('file_name').notNull(),
  storageKey: text('storage_key').notNull(),
  /** Its rows as UTF-8 text, where the file itself is none; null: the file is. */
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
  faultCount: integer('fault_count').notNull().default(0),
  faults: jsonb('faults').notNull().default([]).$type<ImportJob['faults']>(),
  preview: jsonb('preview').notNull().default([]).$type<ImportJob['preview']>(),
  newWords: jsonb('new_words').notNull().default([]).$type<ImportJob['newWords']>(),
  /** Where all faults are, as JSON lines, behind the files port; null when there are none. */
  faultsKey: text('faults_key'),
  cancelRequested: boolean('cancel_requested').notNull().default(false),
  undoable: integer('undoable').notNull().default(0),
  undone: integer('undone').notNull().default(0),
  undoLeft: integer('undo_left').notNull().default(0),
  undoFaults: jsonb('undo_faults').notNull().default([]).$type<ImportJob['undoFaults']>(),
  /** Whoever takes it back, with whose rights it is taken back. */
  undoneBy: integer('undone_by').$type<Id<'user'>>(),
})

/** What an import wrote, and how to take it back; a row goes when it is. */
export const importedRow = tenantTable(
  'internal',
  'imported_row',
  {
    importId: integer('import_id').notNull().$type<Id<'import'>>(),
    /** Of the kind that the import fills. */
    entityId: integer('entity_id').notNull(),
    action: text('action').notNull().$type<'create' | 'update'>(),
    name: text('name').notNull(),
    /** The thing's version when the import had written it: another by now is another's work. */
    madeVersion: integer('made_version').notNull(),
    /** What it had in what the import changed; null: it was not there. */
    before: jsonb('before').$type<Record<string, unknown>>(),
  },
  (table) => [
    within(table, table.importId, () => importJob, 'cascade'),
    index('imported_row_of').on(table.companyId, table.importId, table.id),
    index('imported_row_entity').on(table.companyId, table.entityId),
  ],
)
