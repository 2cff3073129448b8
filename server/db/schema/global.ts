/**
 * The few tables that stand above companies. tenancy.ts explains each and lets only the system role
 * in.
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
  /** IANA; what a day means in this company. */
  timezone: text('timezone').notNull(),
  language: text('language').notNull().$type<Language>(),
  /** Corporate sign-in: which provider its people use, and whether nothing else will do. */
  idp: text('idp').$type<IdentityProvider>(),
  forceSso: boolean('force_sso').notNull().default(false),
  /**
   * Made by the demo's seed: the simulator writes only here, and demo mode starts only where every
   * company is one.
   */
  isDemo: boolean('is_demo').notNull().default(false),
  createdAt: at('created_at')
    .notNull()
    .default(sql`now()`),
})

/**
 * An account; a membership of a company is `app_user`. Either its owner proved the address, and it
 * may have memberships of several companies, or one company vouches for it (`homeCompanyId`), and it
 * has that one membership alone (decision 56).
 */
export const person = pgTable(
  'person',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    email: text('email').notNull(),
    /** When the owner proved the address, by a link or code sent to it. */
    emailProvenAt: at('email_proven_at'),
    /** Set while the address is unproved: the only company this account can sign in to. */
    homeCompanyId: integer('home_company_id')
      .references(() => company.id, { onDelete: 'cascade' })
      .$type<Id<'company'>>(),
    passwordHash: text('password_hash'),
    phone: text('phone'),
    /** When a code sent to the phone came back. Until then no code goes there. */
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

/** A signed-in session; its id is the token's jti, so ending the row ends every token of it. */
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
    /** The provider it came through; null: password or code. */
    idp: text('idp').$type<IdentityProvider>(),
    /** The browser that signed in, by the hash of its cookie; null for a client without cookies. */
    browserHash: text('browser_hash'),
    /** When the person last proved who they are; old enough, and sensitive changes ask again. */
    confirmedAt: at('confirmed_at')
      .notNull()
      .default(sql`now()`),
    /**
     * When the person proved who they are by themselves (password, code, passkey, second step) in a
     * session that a provider opened. Null in such a session: only the provider vouches for it.
     */
    ownProofAt: at('own_proof_at'),
    /** A passkey, or a password with a second step. */
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

/**
 * Failed attempts by key (`login:address`, `login-from:ip`), so that several servers share one
 * count.
 */
export const attempt = pgTable('attempt', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  since: at('since').notNull(),
})

/** One-time links that make something before anyone can sign in (the first company). */
export const setupLink = pgTable('setup_link', {
  tokenHash: text('token_hash').primaryKey(),
  createdAt: at('created_at')
    .notNull()
    .default(sql`now()`),
  usedAt: at('used_at'),
})

/** A one-time code for signing in. Only its hash is kept. */
export const oneTimeCode = pgTable(
  'one_time_code',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    personId: integer('person_id')
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    /**
     * The browser that asked, by the hash of its cookie: the code works there alone. Null: a client
     * without cookies.
     */
    browserHash: text('browser_hash'),
    createdAt: at('created_at').notNull(),
    tries: integer('tries').notNull().default(0),
    usedAt: at('used_at'),
  },
  (table) => [index('one_time_code_person').on(table.personId, table.id)],
)

/**
 * A link that works once: a reset's lives for an hour, the others for a week. Following a link that
 * was mailed proves the address it was sent to; `handedInvitation` and `handedReset` were given to an
 * administrator and prove nothing. Only the hash is stored.
 */
export const resetLink = pgTable('reset_link', {
  tokenHash: text('token_hash').primaryKey(),
  personId: integer('person_id')
    .notNull()
    .references(() => person.id, { onDelete: 'cascade' }),
  purpose: text('purpose').notNull().default('reset').$type<LinkPurpose>(),
  /**
   * The address it was sent to; `address` makes it the person's. Null on links of earlier versions.
   */
  email: text('email'),
  /** The company that invited or changed: the one the person enters. */
  companyId: integer('company_id')
    .references(() => company.id, { onDelete: 'cascade' })
    .$type<Id<'company'>>(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
})

/** An identity token that was spent here, so that nobody spends it again. */
export const spentToken = pgTable('spent_token', {
  id: text('id').primaryKey(),
  expiresAt: at('expires_at').notNull(),
})

/** The secret address of a person's calendar in one company. Only its hash is kept. */
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
  },
  (table) => [uniqueIndex('calendar_feed_of').on(table.companyId, table.userId)],
)

/**
 * A message to a person: waiting, sent, or, in a demo without a mail server, resting here to be
 * read.
 */
export const message = pgTable(
  'letter',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    channel: text('channel').notNull().$type<'email' | 'sms'>(),
    /**
     * Whom it opens a door for, where it does: it dies unsent when their address or phone changes.
     */
    personId: integer('person_id').references(() => person.id, { onDelete: 'cascade' }),
    /** The company whose ceiling a text message counts against; null where none is known. */
    companyId: integer('company_id')
      .references(() => company.id, { onDelete: 'set null' })
      .$type<Id<'company'>>(),
    to: text('to').notNull() /** Sealed: a message may open a door. */,
    subject: sealedText('subject', PURPOSES.messageSubject).notNull(),
    text: sealedText('text', PURPOSES.messageText).notNull(),
    /** Where the house shows what it speaks of. */
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

/** What the installation did once: that the demo was seeded, which tenancy was applied. */
export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  done: boolean('done').notNull().default(true),
})
