import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { SecurityEventKind } from '#contract/security/securityKinds.ts'
import type { IdentityProvider } from '#contract/auth/waysIn.ts'
import { tenantTable } from '#db/tenantTable.ts'
import { company, person } from './global.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })
const ofPerson = () =>
  integer('person_id')
    .notNull()
    .references(() => person.id, { onDelete: 'cascade' })

export const passkey = pgTable(
  'passkey',
  {
    /** Credential id, base64url. */
    id: text('id').primaryKey(),
    personId: ofPerson(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull().default(0),
    transports: text('transports').array().notNull().default([]),
    name: text('name').notNull(),
    isBackedUp: boolean('is_backed_up').notNull().default(false),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [index('passkey_person').on(table.personId)],
)

/**
 * An authenticator app (TOTP, RFC 6238). The secret is encrypted. Active once the user entered a
 * code of it.
 */
export const authenticator = pgTable('authenticator', {
  personId: integer('person_id')
    .primaryKey()
    .references(() => person.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  /** The last accepted time step, so that a code works only once. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: at('created_at').notNull(),
  confirmedAt: at('confirmed_at'),
})

/** Ten one-time codes for a lost second factor, stored as hashes. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    personId: ofPerson(),
    codeHash: text('code_hash').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [index('recovery_code_person').on(table.personId)],
)

export const identityLink = pgTable(
  'identity_link',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    personId: ofPerson(),
    idp: text('idp').notNull().$type<IdentityProvider>(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    uniqueIndex('identity_link_once').on(table.personId, table.issuer),
  ],
)

/**
 * A browser or network from which the user signed in. Failed attempts from elsewhere do not lock
 * the user out here.
 */
export const knownPlace = pgTable(
  'known_place',
  {
    personId: ofPerson(),
    kind: text('kind').notNull().$type<'browser' | 'network'>(),
    /** Hash of the browser's cookie or of the network. */
    placeHash: text('place_hash').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.kind, table.placeHash] })],
)

/**
 * A sign-in in progress that the next call completes: second factor, passkey challenge or redirect
 * to a provider.
 */
export const signInStep = pgTable(
  'sign_in_step',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purpose: text('purpose')
      .notNull()
      .$type<'secondStep' | 'passkeySignIn' | 'passkeyNew' | 'confirm' | 'identity'>(),
    personId: integer('person_id').references(() => person.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id'),
    /** Hash of the cookie of the browser that started it. */
    browserHash: text('browser_hash'),
    payload: jsonb('payload').notNull().default({}).$type<Record<string, unknown>>(),
    tries: integer('tries').notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [index('sign_in_step_expires').on(table.expiresAt)],
)

export const contactChange = pgTable(
  'contact_change',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    personId: ofPerson(),
    kind: text('kind').notNull().$type<'email' | 'phone'>(),
    value: text('value').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: at('created_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [index('contact_change_person').on(table.personId, table.kind)],
)

export const securityEvent = tenantTable(
  'internal',
  'security_event',
  {
    at: at('at').notNull(),
    kind: text('kind').notNull().$type<SecurityEventKind>(),
    userId: integer('user_id').$type<Id<'user'>>(),
    /** The user who acted. Null if not signed in. */
    byUserId: integer('by_user_id').$type<Id<'user'>>(),
    /** IP address. Null if the server acted. */
    network: text('network'),
    detail: jsonb('detail')
      .notNull()
      .default({})
      .$type<Record<string, string | number | boolean | null>>(),
  },
  (table) => [
    index('security_event_at').on(table.companyId, table.at, table.id),
    index('security_event_of').on(table.companyId, table.userId, table.id),
  ],
)

/** Text messages per company and day in its time zone, counted when queued. */
export const textMessageCount = pgTable(
  'text_message_count',
  {
    companyId: integer('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' })
      .$type<Id<'company'>>(),
    /** yyyy-mm-dd */
    day: text('day').notNull(),
    count: integer('count')
      .notNull()
      .default(sql`0`),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.day] })],
)
