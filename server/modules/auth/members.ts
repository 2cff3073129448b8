/** A person by their address, with what decides the ways in: active memberships, their language, their companies' providers. */
import { and, asc, eq, sql } from 'drizzle-orm'
import { company, person, user } from '../../db/schema/index.ts'
import type { Db } from '../../kernel/transaction.ts'

export const tidy = (email: string) => email.trim().toLowerCase()

export async function memberBy(db: Db, email: string) {
  const [found] = await db.select({ person, language: user.language, idp: company.idp, forceSso: company.forceSso }).from(person)
    .innerJoin(user, and(eq(user.personId, person.id), eq(user.isActive, true))).innerJoin(company, eq(company.id, user.companyId))
    .where(eq(sql`lower(${person.email})`, tidy(email))).orderBy(asc(user.companyId)).limit(1)
  return found
}
