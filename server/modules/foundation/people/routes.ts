import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { people as contract } from '#contract/people/people.ts'
import * as tables from '#db/schema/index.ts'
import { byName, type Reader } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { consumeAttempt } from '#kernel/access/attemptLimits.ts'
import { count, folded, orderOf, qualified, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { aboveCompanies, asSystem } from '#kernel/data/transaction.ts'
import { endSessions } from '../auth/index.ts'
import { anonymise, countPersonalData } from './anonymise.ts'
import { explainRights, explainVisibility } from './explain.ts'
import { impactOf } from './impact.ts'
import { inviteUser, sendInvitation } from './invitations.ts'
import { detail } from './membership.ts'
import { canSend } from '../messages/index.ts'
import { refuseBeyond, refuseOverMore } from './refuseBeyond.ts'
import { usersWhere } from './listWhere.ts'
import { makeResetLink } from './resetLink.ts'
import { resetSignIn } from './resetSignIn.ts'
import { roleHandlers } from './roles.ts'
import { selectUser, permissionsOf, rowOf, selectUsers, sortColumns } from './rows.ts'
import type { TicketsOfPeople } from './ticketsOfPeople.ts'
import { deactivate, reactivate, updateUser } from './users.ts'

const LETTERS = 5 // invitations per 15 minutes to one person

const roleNames = (reader: Reader) =>
  qualified(sql<string[]>`array(select ${tables.role.name} from ${tables.userRole}
  join ${tables.role} on ${tables.role.companyId} = ${tables.userRole.companyId} and ${tables.role.id} = ${tables.userRole.roleId}
  where ${tables.userRole.companyId} = ${tables.user.companyId} and ${tables.userRole.userId} = ${tables.user.id}
  order by ${byName(reader, tables.role.name)}, ${tables.role.id})`)

export function peopleHandlers(
  kernel: Kernel,
  tickets: TicketsOfPeople,
): Handlers<typeof contract> {
  return {
    ...roleHandlers(tickets),
    async listUsers(scope, { body }) {
      const where = usersWhere(body)
      const [total] = await scope.db
        .select({ count })
        .from(tables.user)
        .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
        .where(ofCompany(tables.user, scope.actor.companyId, where))
      const rows = await selectUsers(scope, where)
        .orderBy(
          ...orderOf(scope, body.sort, sortColumns(scope), tables.user.id, [
            asc(sortColumns(scope).name),
            asc(tables.user.id),
          ]),
        )
        .limit(body.limit)
        .offset(body.offset)
      return { count: total?.count ?? 0, rows: rows.map((row) => rowOf(row, scope.clock.now())) }
    },
    getUser: (scope, { params }) => detail(scope, params.id),
    async inviteUser(scope, { body }) {
      const made = await scope.transaction((inside) => inviteUser(kernel, inside, body))
      kernel.sendSoon()
      return made
    },
    async updateUser(scope, { params: { id }, body: { version, ticketsTo, ...change } }) {
      const handOver =
        ticketsTo === undefined
          ? undefined
          : (isAbsent: boolean) =>
              isAbsent
                ? tickets.handOver(scope, id, ticketsTo)
                : tickets.handOverUnable(scope, { userIds: [id] }, ticketsTo)
      const after = await updateUser(kernel, scope, id, version, change, handOver)
      kernel.sendSoon()
      return after
    },
    async countUnableTickets(scope, { params: { id }, body }) {
      await selectUser(scope, id)
      return tickets.countUnable(scope, { userIds: [id] }, body)
    },
    async resendInvitation(scope, { params }) {
      const key = `invitation:${scope.actor.companyId}:${params.id}`
      await asSystem(kernel.pool, (db) => consumeAttempt(db, [[key, LETTERS]], scope.clock.now()))
      const link = await scope.transaction(async (inside) => {
        const found = await selectUser(inside, params.id)
        // A handed-over link must not reset the password of an accepted membership, so only a
        // mailed one may prove the address.
        const mayProve = canSend(kernel, 'email') && !found.isEmailProven && found.user.isActive
        if (found.state !== 'invited' && !mayProve)
          throw conflict('This person has signed in already, or may not.', [
            { path: '', code: 'notInvited', message: found.state },
          ])
        // The holder of the link signs in as this person.
        await refuseBeyond(inside, null, {
          ...found.user,
          permissions: permissionsOf(found.roles),
        })
        return sendInvitation(kernel, inside, found)
      })
      kernel.sendSoon()
      return { sent: link === null, link }
    },
    getUserImpact: (scope, { params }) => impactOf(scope, params.id),
    getUserTraces: (scope, { params }) => countPersonalData(scope, params.id),
    anonymiseUser: (scope, { params, body }) => anonymise(scope, params.id, body.version),
    deactivateUser: (scope, { params, body: { version, ticketsTo } }) =>
      deactivate(
        scope,
        params.id,
        version,
        ticketsTo === undefined ? undefined : () => tickets.handOver(scope, params.id, ticketsTo),
      ),
    reactivateUser: (scope, { params, body }) => reactivate(scope, params.id, body.version),
    async endUserSessions(scope, { params }) {
      const { user: row } = await selectUser(scope, params.id)
      if (row.id !== scope.actor.userId) await refuseOverMore(scope, row.id)
      return {
        ended: await aboveCompanies(scope.db, (system) =>
          endSessions(system, scope.clock.now(), {
            companyId: scope.actor.companyId,
            userId: row.id,
          }),
        ),
      }
    },
    makeResetLink: (scope, { params, wire }) => makeResetLink(kernel, scope, params.id, wire.from),
    resetSignIn: (scope, { params, wire }) => resetSignIn(kernel, scope, params.id, wire.from),
    explainRights: (scope, { params }) => explainRights(scope, params.id),
    explainThing: (scope, { params, body }) => explainVisibility(scope, params.id, body.thing),
    async listTinyUsers({ db, actor }, { body }) {
      const where = ofCompany(
        tables.user,
        actor.companyId,
        eq(tables.user.isActive, true),
        searchIn(
          folded(sql`${tables.user.firstName} || ' ' || ${tables.user.lastName}`),
          body.search,
        ),
        body.ids ? inArray(tables.user.id, body.ids) : undefined,
      )
      const [total] = await db.select({ count }).from(tables.user).where(where)
      const rows = await db
        .select({
          id: tables.user.id,
          firstName: tables.user.firstName,
          lastName: tables.user.lastName,
          roles: roleNames({ actor }),
        })
        .from(tables.user)
        .where(where)
        .orderBy(
          byName({ actor }, tables.user.firstName),
          byName({ actor }, tables.user.lastName),
          asc(tables.user.id),
        )
        .limit(body.limit)
        .offset(body.offset)
      return {
        count: total?.count ?? 0,
        rows: rows.map((row) => ({ ...row, name: `${row.firstName} ${row.lastName}` })),
      }
    },
    async listTinyCompanies({ actor, db: own }) {
      // Spans companies, so it uses the system scope, limited to the session's own person. A
      // session from one company's provider sees no other company.
      const isLimited = actor.ownProofAt === null
      const rows = await aboveCompanies(own, (db) =>
        db
          .select({ id: tables.company.id, uuid: tables.company.uuid, name: tables.company.name })
          .from(tables.session)
          .innerJoin(
            tables.user,
            and(eq(tables.user.personId, tables.session.personId), eq(tables.user.isActive, true)),
          )
          .innerJoin(tables.company, eq(tables.company.id, tables.user.companyId))
          .where(
            and(
              eq(tables.session.id, actor.sessionId ?? ''),
              isLimited ? eq(tables.company.idp, sql`${tables.session.idp}`) : undefined,
            ),
          )
          .orderBy(byName({ actor }, tables.company.name)),
      )
      return [{ id: null, uuid: null, name: '-' }, ...rows]
    },
  }
}
