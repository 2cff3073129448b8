/**
 * Tables outside companies. tenancy.ts gives the reason for each and grants access to the system
 * role only.
 */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import type { IdentityProvider } from '#contract/auth/waysIn.ts'
import { PURPOSES, sealedText } from '#db/sealed.ts'

type LinkPurpose = 'reset' | 'invitation' | 'address' | 'handedInvitation' | 'handedReset'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const company = pgTable('company', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity().$type<Id<'company'>>(),
  uuid: uuid('uuid').notNull().defaultRandom(),
  name: text('name').notNull(),
  /** IANA name. Defines the company's days. */
  timezone: text('timezone').notNull(),
  language: text('language').notNull().$type<Language>(),
  /** Single sign-on: the provider, and whether it is mandatory. */
  idp: text('idp').$type<IdentityProvider>(),
  forceSso: boolean('force_sso').notNull().default(false),
  /**
   * Created by the demo seed. The simulator writes only to demo companies, and demo mode starts
   * only if all companies are.
   */
  isDemo: boolean('is_demo').notNull().default(false),
  createdAt: at('created_at')
    .notNull()
    .default(sql`now()`),
})

/**
 * An account. Its memberships are in `app_user`. If the owner proved the email address, the account
 * may have memberships of several companies. Otherwise one company vouches for it
 * (`homeCompanyId`), and it has only that membership (decision 56).
 */
export const person = pgTable(
  'person',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    email: text('email').notNull(),
    /** When the owner followed a link or entered a code sent to the address. */
    emailProvenAt: at('email_proven_at'),
    /** Set while the address is unproved: the only company this account can sign in to. */
    homeCompanyId: integer('home_company_id')
      .references(() => company.id, { onDelete: 'cascade' })
      .$type<Id<'company'>>(),
    passwordHash: text('password_hash'),
    phone: text('phone'),
    /**
     * When the user entered a code sent to the phone. Until then the server sends no sign-in codes
     * to it.
     */
    phoneProvenAt: at('phone_proven_at'),
    createdAt: at('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    uniqueIndex('person_email')
      .on(sql`lower(${table.email})`)
      .where(sql`email_proven_at is not null`),
    uniqueIndex('person_of_company')
      .on(table.homeCompanyId, sql`lower(${table.email})`)
      .where(sql`email_proven_at is null`),
    index('person_address').on(sql`lower(${table.email})`),
    check('person_vouched', sql`(email_proven_at is null) = (home_company_id is not null)`),
  ],
)

/** A sign-in session. Its id is the token's jti, so deleting the row revokes its tokens. */
export const session = pgTable(
  'session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    personId: integer('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    companyId: integer('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' })
      .$type<Id<'company'>>(),
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
    source: text('source'),
    /** Null if the user signed in with a password or code. */
    idp: text('idp').$type<IdentityProvider>(),
    /** Hash of the browser's cookie. Null for a client without cookies. */
    browserHash: text('browser_hash'),
    /** The latest authentication. If it is too old, sensitive changes require another one. */
    confirmedAt: at('confirmed_at')
      .notNull()
      .default(sql`now()`),
    /**
     * In a single sign-on session: when the user also authenticated directly (password, code,
     * passkey or second factor). Null if only the provider did.
     */
    ownProofAt: at('own_proof_at'),
    /** A passkey, or a password with a second factor. */
    hasSecondStep: boolean('has_second_step').notNull().default(false),
    createdAt: at('created_at')
      .notNull()
      .default(sql`now()`),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
  },
  (table) => [
    index('session_person').on(table.personId),
    index('session_member').on(table.companyId, table.userId),
  ],
)

/** Failed attempts by key (`login:address`, `login-from:ip`), shared by all servers. */
export const attempt = pgTable('attempt', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  since: at('since').notNull(),
})

export const setupLink = pgTable('setup_link', {
  tokenHash: text('token_hash').primaryKey(),
  createdAt: at('created_at')
    .notNull()
    .default(sql`now()`),
  usedAt: at('used_at'),
})

export const oneTimeCode = pgTable(
  'one_time_code',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    personId: integer('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    /**
     * Hash of the cookie of the browser that requested the code; it works only there. Null for a
     * client without cookies.
     */
    browserHash: text('browser_hash'),
    createdAt: at('created_at').notNull(),
    tries: integer('tries').notNull().default(0),
    usedAt: at('used_at'),
  },
  (table) => [index('one_time_code_person').on(table.personId, table.id)],
)

/**
 * A one-time link, stored as a hash: valid for an hour for a reset, a week otherwise. A mailed link
 * proves the address. `handedInvitation` and `handedReset` were given to an administrator and prove
 * nothing.
 */
export const resetLink = pgTable('reset_link', {
  tokenHash: text('token_hash').primaryKey(),
  personId: integer('person_id')
    .notNull()
    .references(() => person.id, { onDelete: 'cascade' }),
  purpose: text('purpose').notNull().default('reset').$type<LinkPurpose>(),
  /**
   * The address that received the link. Using the link assigns the address to the person. Null in
   * rows of earlier versions.
   */
  email: text('email'),
  companyId: integer('company_id')
    .references(() => company.id, { onDelete: 'cascade' })
    .$type<Id<'company'>>(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
})

/** Used identity tokens, to prevent replay. */
export const spentToken = pgTable('spent_token', {
  id: text('id').primaryKey(),
  expiresAt: at('expires_at').notNull(),
})

export const calendarFeed = pgTable(
  'calendar_feed',
  {
    secretHash: text('secret_hash').primaryKey(),
    companyId: integer('company_id')
      .notNull()
      .references(() => company.id, { onDelete: 'cascade' })
      .$type<Id<'company'>>(),
    userId: integer('user_id').notNull().$type<Id<'user'>>(),
    createdAt: at('created_at').notNull(),
    lastReadAt: at('last_read_at'),
    /** When UIDs changed in an upgrade. Null if the address was created later. */
    formerUidsUntil: at('former_uids_until'),
  },
  (table) => [uniqueIndex('calendar_feed_of').on(table.companyId, table.userId)],
)

/**
 * An outgoing message: queued, sent or, in a demo without a mail server, stored to be read there.
 */
export const message = pgTable(
  'letter',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    channel: text('channel').notNull().$type<'email' | 'sms'>(),
    /**
     * The person a message with a link or code gives access to. Not sent if their address or phone
     * changes first.
     */
    personId: integer('person_id').references(() => person.id, { onDelete: 'cascade' }),
    /** The company whose daily limit of text messages applies. Null if unknown. */
    companyId: integer('company_id')
      .references(() => company.id, { onDelete: 'set null' })
      .$type<Id<'company'>>(),
    to: text('to').notNull(),
    /** Encrypted like `text`, because a message may contain a link or code that gives access. */
    subject: sealedText('subject', PURPOSES.messageSubject).notNull(),
    text: sealedText('text', PURPOSES.messageText).notNull(),
    language: text('language').$type<Language>(),
    path: text('path'),
    createdAt: at('created_at').notNull(),
    sentAt: at('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: at('next_attempt_at').notNull(),
    lastError: text('last_error'),
  },
  (table) => [
    index('letter_waiting')
      .on(table.nextAttemptAt)
      .where(sql`sent_at is null`),
    index('letter_company').on(table.companyId, table.channel, table.createdAt),
  ],
)

export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  done: boolean('done').notNull().default(true),
})
