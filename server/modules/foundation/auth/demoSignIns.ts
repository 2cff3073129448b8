/**
 * The demo's people and their companies, read from the database because company names depend on the
 * language.
 */
import { asc, eq, inArray } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { DEMO_PASSWORD, demoPeople, type DemoPerson } from '../../../demo/people.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { asSystem } from '#kernel/data/transaction.ts'

export interface DemoSignIn {
  email: string
  role: DemoPerson['roleShown']
  company: string
  password: string
}

export async function demoSignIns({ pool }: Pick<Kernel, 'pool'>): Promise<DemoSignIn[]> {
  const rows = await asSystem(pool, (db) =>
    db
      .select({ email: tables.person.email, company: tables.company.name })
      .from(tables.person)
      .innerJoin(tables.user, eq(tables.user.personId, tables.person.id))
      .innerJoin(tables.company, eq(tables.company.id, tables.user.companyId))
      .where(
        inArray(
          tables.person.email,
          demoPeople.map(({ email }) => email),
        ),
      )
      .orderBy(asc(tables.user.id)),
  )
  return demoPeople.flatMap(({ email, roleShown }) => {
    const home = rows.find((row) => row.email === email)
    return home === undefined
      ? []
      : [{ email, role: roleShown, company: home.company, password: DEMO_PASSWORD }]
  })
}
