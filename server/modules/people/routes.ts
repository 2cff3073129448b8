import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { people as contract } from '#contract/people'
import { company, role, session, user, userRole } from '../../db/schema/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { count, qualified, searchIn } from '../../kernel/lists.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { asSystem } from '../../kernel/transaction.ts'

const roleNames = qualified(sql<string[]>`array(select ${role.name} from ${userRole} join ${role} on ${role.companyId} = ${userRole.companyId} and ${role.id} = ${userRole.roleId}
  where ${userRole.companyId} = ${user.companyId} and ${userRole.userId} = ${user.id} order by 1)`)

export function peopleHandlers(kernel: Kernel): Handlers<typeof contract> {
  return {
    async listTinyUsers({ db, actor }, { body }) {
      const where = and(eq(user.companyId, actor.companyId), eq(user.isActive, true), searchIn(sql`lower(${user.firstName} || ' ' || ${user.lastName})`, body.search), body.ids ? inArray(user.id, body.ids) : undefined)
      const [total] = await db.select({ count }).from(user).where(where)
      const rows = await db.select({ id: user.id, firstName: user.firstName, lastName: user.lastName, roles: roleNames }).from(user).where(where).orderBy(asc(user.firstName), asc(user.lastName), asc(user.id)).limit(body.limit).offset(body.offset)
      return { count: total?.count ?? 0, rows: rows.map((row) => ({ ...row, name: `${row.firstName} ${row.lastName}` })) }
    },
    async listTinyCompanies({ actor }) {
      // Across companies, so by the system's view, and only those of the session's own person.
      const rows = await asSystem(kernel.pool, (db) => db.select({ id: company.id, uuid: company.uuid, name: company.name }).from(session)
        .innerJoin(user, and(eq(user.personId, session.personId), eq(user.isActive, true))).innerJoin(company, eq(company.id, user.companyId))
        .where(eq(session.id, actor.sessionId ?? '')).orderBy(asc(company.name)))
      return [{ id: null, uuid: null, name: '-' }, ...rows]
    },
  }
}
