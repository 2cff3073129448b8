/**
 * What proves a person beside the password: passkeys, an authenticator app, recovery codes,
 * providers, known places.
 */
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

/** A WebAuthn credential. */
export const passkey = pgTable(
  'passkey',
  {
    /** The credential's id, base64url. */
    id: text('id').primaryKey(),
    personId: ofPerson(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull().default(0),
    transports: text('transports').array().notNull().default([]),
    /** What its owner calls it. */
    name: text('name').notNull(),
    isBackedUp: boolean('is_backed_up').notNull().default(false),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [index('passkey_person').on(table.personId)],
)

/**
 * An authenticator app (TOTP, RFC 6238). The secret is sealed; it counts once a code of it came
 * back.
 */
export const authenticator = pgTable('authenticator', {
  personId: integer('person_id')
    .primaryKey()
    .references(() => person.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  /** The last time step whose code was taken: no code works twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: at('created_at').notNull(),
  confirmedAt: at('confirmed_at'),
})

/** Ten codes, each good once, for who has lost the second step. Only hashes are kept. */
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

/**
 * Who someone is at a provider, bound when they first came through it (OpenID Connect `iss` and
 * `sub`).
 */
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
 * A browser or network from which someone has signed in: tries from elsewhere do not lock them out
 * there.
 */
export const knownPlace = pgTable(
  'known_place',
  {
    personId: ofPerson(),
    kind: text('kind').notNull().$type<'browser' | 'network'>(),
    /** The hash of the browser's cookie, or of the network. */
    placeHash: text('place_hash').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.kind, table.placeHash] })],
)

/**
 * Something begun that the next call finishes: a second step, a passkey's challenge, a journey to a
 * provider.
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
    /** The browser that began it, by the hash of its cookie. */
    browserHash: text('browser_hash'),
    payload: jsonb('payload').notNull().default({}).$type<Record<string, unknown>>(),
    tries: integer('tries').notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [index('sign_in_step_expires').on(table.expiresAt)],
)

/** A phone or address that its person asked to have, waiting for the code that was sent to it. */
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

/**
 * What an auditor asks about, a company's own: sign-ins, refusals, second steps, rights, keys,
 * exports, personal data.
 */
export const securityEvent = tenantTable(
  'internal',
  'security_event',
  {
    at: at('at').notNull(),
    kind: text('kind').notNull().$type<SecurityEventKind>(),
    /** Whom it concerns. */
    userId: integer('user_id').$type<Id<'user'>>(),
    /** Who did it; null: nobody signed in. */
    byUserId: integer('by_user_id').$type<Id<'user'>>(),
    /** The network address; null where the server did it. */
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

/**
 * How many text messages a company sent on a day of its own calendar, counted as they are written.
 */
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
