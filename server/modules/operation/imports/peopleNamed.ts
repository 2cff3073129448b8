import { eq, or, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'

export interface NamedPerson {
  id: Id<'user'>
  name: string
  isActive: boolean
}
export type People = ReadonlyMap<string, NamedPerson | 'several'>

export async function peopleNamed({ db, actor }: Scope, names: readonly string[]): Promise<People> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))]
  const people = new Map<string, NamedPerson | 'several'>()
  if (wanted.length === 0) return people
  const { user, person } = tables
  const fullName = sql<string>`${user.firstName} || ' ' || ${user.lastName}`
  const found = await db
    .select({ id: user.id, name: fullName, email: person.email, isActive: user.isActive })
    .from(user)
    .innerJoin(person, eq(person.id, user.personId))
    .where(
      ofCompany(
        user,
        actor.companyId,
        or(sql`lower(${fullName}) in ${wanted}`, sql`lower(${person.email}) in ${wanted}`),
      ),
    )
  for (const { email: _email, ...one } of found) {
    const lower = one.name.toLowerCase()
    people.set(lower, people.has(lower) ? 'several' : one)
  }
  for (const { email, ...one } of found) people.set(email.toLowerCase(), one)
  return people
}
