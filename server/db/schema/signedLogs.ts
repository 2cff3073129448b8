/** Signed procedure logs: one hash chain per company, and its keys. */
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { SealedRecord } from '#contract/signedLog/record.ts'
import { PURPOSES, sealedText } from '#db/sealed.ts'
import { tenantTable } from '#db/tenantTable.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Retired keys stay, to verify what they signed. */
export const signingKey = tenantTable(
  'internal',
  'signing_key',
  {
    /** Prefix of the public key's hash. */
    fingerprint: text('fingerprint').notNull(),
    /** Ed25519, base64url. */
    publicKey: text('public_key').notNull(),
    /** PKCS #8, base64url, encrypted with the data key. */
    privateKey: sealedText('private_key', PURPOSES.signingKey).notNull(),
    activeFrom: at('active_from').notNull(),
    retiredAt: at('retired_at'),
  },
  (table) => [
    uniqueIndex('signing_key_fingerprint').on(table.companyId, table.fingerprint),
    uniqueIndex('signing_key_active')
      .on(table.companyId)
      .where(sql`retired_at is null`),
  ],
)

/**
 * The signed end of a company's chain. Locked while a record is added, so that records follow one
 * by one.
 */
export const signedHead = tenantTable(
  'internal',
  'signed_head',
  {
    sequence: integer('sequence').notNull(),
    hash: text('hash').notNull(),
    fingerprint: text('fingerprint').notNull(),
    sealedAt: at('sealed_at').notNull(),
    signature: text('signature').notNull(),
  },
  (table) => [uniqueIndex('signed_head_company').on(table.companyId)],
)

export const signedLog = tenantTable(
  'internal',
  'signed_log',
  {
    /** From 1, without gaps. */
    sequence: integer('sequence').notNull(),
    kind: text('kind').notNull().$type<SealedRecord['kind']>(),
    /** The procedure log concerned; this record outlives it. Null if the record is about a key. */
    procedureLogId: integer('procedure_log_id').$type<Id<'procedureLog'>>(),
    /** Idempotency key of an addendum. */
    clientKey: uuid('client_key'),
    previousHash: text('previous_hash').notNull(),
    recordHash: text('record_hash').notNull(),
    hash: text('hash').notNull(),
    signature: text('signature').notNull(),
    fingerprint: text('fingerprint').notNull(),
    sealedAt: at('sealed_at').notNull(),
    /** Null after the retention time. */
    record: jsonb('record').$type<SealedRecord>(),
  },
  (table) => [
    uniqueIndex('signed_log_sequence').on(table.companyId, table.sequence),
    uniqueIndex('signed_log_performance')
      .on(table.companyId, table.procedureLogId)
      .where(sql`kind = 'performance'`),
    uniqueIndex('signed_log_client_key').on(table.companyId, table.clientKey),
    index('signed_log_of').on(table.companyId, table.procedureLogId),
    index('signed_log_hash').on(table.hash),
  ],
)
