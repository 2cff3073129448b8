/**
 * Finds a person by address, with the facts that decide the ways to sign in: active memberships,
 * language, providers.
 */
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import * as tables from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'

export const normalEmail = (email: string) => email.trim().toLowerCase()

export interface Member {
  person: typeof tables.person.$inferSelect
  language: Language
  companyId: Id<'company'>
  /**
   * True if every company of the person requires its provider, so that neither password nor code
   * works.
   */
  forceSso: boolean
}

/** Returns undefined if the address is unproved or its owner may not sign in. */
export async function memberBy(db: Db, email: string): Promise<Member | undefined> {
  const found = await db
    .select({
      person: tables.person,
      companyId: tables.user.companyId,
      language: tables.user.language,
      idp: tables.company.idp,
      forceSso: tables.company.forceSso,
    })
    .from(tables.person)
    .innerJoin(
      tables.user,
      and(eq(tables.user.personId, tables.person.id), eq(tables.user.isActive, true)),
    )
    .innerJoin(tables.company, eq(tables.company.id, tables.user.companyId))
    .where(
      and(
        eq(sql`lower(${tables.person.email})`, normalEmail(email)),
        isNotNull(tables.person.emailProvenAt),
      ),
    )
    .orderBy(asc(tables.user.companyId))
  const [first] = found
  return (
    first && {
      person: first.person,
      language: first.language,
      companyId: first.companyId,
      forceSso: found.every(({ idp, forceSso }) => forceSso && idp !== null),
    }
  )
}

/** Maximum number of accounts whose password is compared at one sign-in. */
export const ACCOUNTS_TRIED = 2

/**
 * Accounts that this address can open with a password: the account whose owner proved the address,
 * then company-only accounts.
 */
export async function passwordAccounts(
  db: Db,
  email: string,
): Promise<{ id: number; passwordHash: string | null }[]> {
  const owner = await memberBy(db, email)
  const vouched = await db
    .select({ id: tables.person.id, passwordHash: tables.person.passwordHash })
    .from(tables.person)
    .innerJoin(
      tables.user,
      and(eq(tables.user.personId, tables.person.id), eq(tables.user.isActive, true)),
    )
    .where(
      and(
        eq(sql`lower(${tables.person.email})`, normalEmail(email)),
        isNull(tables.person.emailProvenAt),
        isNotNull(tables.person.passwordHash),
        isNotNull(tables.user.acceptedAt),
      ),
    )
    .orderBy(asc(tables.person.id))
    .limit(ACCOUNTS_TRIED)
  // If every company of the person requires its provider, no password is accepted.
  const first = owner === undefined || owner.forceSso ? [] : [owner.person]
  return [...first, ...vouched].slice(0, ACCOUNTS_TRIED)
}
