/** A person by their address, with what decides the ways in: active memberships, their language, their companies' providers. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Language } from '#contract/languages'
import type { IdentityProvider } from '#contract/waysIn'
import { company, person, user } from '../../db/schema/index.ts'
import type { Db } from '../../kernel/transaction.ts'

export const tidy = (email: string) => email.trim().toLowerCase()

export interface Member {
  person: typeof person.$inferSelect
  language: Language
  /** The provider of the first of their companies that has one. */
  idp: IdentityProvider | null
  /** Every company of theirs insists on its provider: no password and no code will do. */
  forceSso: boolean
}

/** Undefined when nobody has the address, or nobody who may sign in. */
export async function memberBy(db: Db, email: string): Promise<Member | undefined> {
  const found = await db.select({ person, language: user.language, idp: company.idp, forceSso: company.forceSso }).from(person)
    .innerJoin(user, and(eq(user.personId, person.id), eq(user.isActive, true))).innerJoin(company, eq(company.id, user.companyId))
    .where(eq(sql`lower(${person.email})`, tidy(email))).orderBy(asc(user.companyId))
  const [first] = found
  return first && {
    person: first.person, language: first.language, idp: found.find(({ idp }) => idp !== null)?.idp ?? null,
    forceSso: found.every(({ idp, forceSso }) => forceSso && idp !== null),
  }
}
