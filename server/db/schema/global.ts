/** The few tables that stand above companies. tenancy.ts explains each and lets only the system role in. */
import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids'
import type { Language } from '#contract/languages'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const company = pgTable('company', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity().$type<Id<'company'>>(),
  uuid: uuid('uuid').notNull().defaultRandom(),
  name: text('name').notNull(),
  /** IANA; what a day means in this company. */
  timezone: text('timezone').notNull(),
  language: text('language').notNull().$type<Language>(),
  createdAt: at('created_at').notNull().default(sql`now()`),
})

/** One human being, whatever companies they belong to; their membership of one is `app_user`. */
export const person = pgTable('person', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  email: text('email').notNull(),
  passwordHash: text('password_hash'),
  createdAt: at('created_at').notNull().default(sql`now()`),
}, (table) => [uniqueIndex('person_email').on(sql`lower(${table.email})`)])

/** A signed-in session; its id is the token's jti, so ending the row ends every token of it. */
export const session = pgTable('session', {
  id: uuid('id').primaryKey().defaultRandom(),
  personId: integer('person_id').notNull().references(() => person.id, { onDelete: 'cascade' }),
  companyId: integer('company_id').notNull().references(() => company.id, { onDelete: 'cascade' }).$type<Id<'company'>>(),
  userId: integer('user_id').notNull().$type<Id<'user'>>(),
  source: text('source'),
  createdAt: at('created_at').notNull().default(sql`now()`),
  expiresAt: at('expires_at').notNull(),
  endedAt: at('ended_at'),
})

/** Failed attempts by key (`login:address`, `login-from:ip`), so that several servers share one count. */
export const attempt = pgTable('attempt', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  since: at('since').notNull(),
})

/** One-time links that make something before anyone can sign in (the first company). */
export const setupLink = pgTable('setup_link', {
  tokenHash: text('token_hash').primaryKey(),
  createdAt: at('created_at').notNull().default(sql`now()`),
  usedAt: at('used_at'),
})

/** What the installation did once: that the demo was seeded, which tenancy was applied. */
export const installation = pgTable('installation', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  done: boolean('done').notNull().default(true),
})
