import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { people as contract } from '#contract/people/people.ts'
import { company, person, role, session, user, userRole } from '#db/schema/index.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { consumeAttempt } from '#kernel/access/attemptLimits.ts'
import { count, orderOf, ownedBy, qualified, searchIn } from '#kernel/data/listQueries.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { aboveCompanies, asSystem } from '#kernel/data/transaction.ts'
import { endSessions } from '../auth/index.ts'
import { anonymise, tracesOf } from './anonymise.ts'
import { explainRights, explainThing } from './explain.ts'
import { impactOf } from './impact.ts'
import { inviteUser, sendInvitation } from './invitations.ts'
import { detail } from './membership.ts'
import { canSend } from '../messages/index.ts'
import { refuseBeyond, refuseOverMore } from './refuseBeyond.ts'
import { makeResetLink } from './resetLink.ts'
import { resetSignIn } from './resetSignIn.ts'
import { roleHandlers } from './roles.ts'
import {
  hasNoRole,
  one,
  permissionsOf,
  rowOf,
  searchOf,
  selectUsers,
  sortColumns,
  stateOf,
} from './rows.ts'
import { deactivate, reactivate, updateUser } from './users.ts'

const LETTERS = 5 // invitations per 15 minutes to one person

const roleNames = qualified(sql<string[]>`array(select ${role.name} from ${userRole}
  join ${role} on ${role.companyId} = ${userRole.companyId} and ${role.id} = ${userRole.roleId}
  where ${userRole.companyId} = ${user.companyId} and ${userRole.userId} = ${user.id} order by 1)`)

export function peopleHandlers(kernel: Kernel): Handlers<typeof contract> {
  return {
    ...roleHandlers,
    async listUsers(scope, { body }) {
      const inRoles =
        body.roleIds === undefined || body.roleIds.length === 0
          ? undefined
          : sql`exists (select from ${userRole}
            where ${userRole.companyId} = ${user.companyId} and ${userRole.userId} = ${user.id}
            and ${inArray(userRole.roleId, body.roleIds)})`
      const inStates =
        body.states === undefined || body.states.length === 0
          ? undefined
          : inArray(stateOf, body.states)
      const inOrganisation =
        body.orgEntityIds === undefined || body.orgEntityIds.length === 0
          ? undefined
          : ownedBy(user.orgEntityId, body.orgEntityIds)
      const where = and(
        searchIn(searchOf, body.search),
        inRoles,
        body.hasNoRole === true ? hasNoRole : undefined,
        inStates,
        inOrganisation,
      )
      const [total] = await scope.db
        .select({ count })
        .from(user)
        .innerJoin(person, eq(person.id, user.personId))
        .where(and(eq(user.companyId, scope.actor.companyId), where))
      const rows = await selectUsers(scope, where)
        .orderBy(...orderOf(body.sort, sortColumns, user.id, [asc(sortColumns.name), asc(user.id)]))
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
    async updateUser(scope, { params, body: { version, ...change } }) {
      const after = await updateUser(kernel, scope, params.id, version, change)
      kernel.sendSoon()
      return after
    },
    async resendInvitation(scope, { params }) {
      const key = `invitation:${scope.actor.companyId}:${params.id}`
      await asSystem(kernel.pool, (db) => consumeAttempt(db, [[key, LETTERS]], scope.clock.now()))
      const link = await scope.transaction(async (inside) => {
        const found = await one(inside, params.id)
        // Handed over, a new link of an accepted membership would reset the password unnoticed.
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
    getUserTraces: (scope, { params }) => tracesOf(scope, params.id),
    anonymiseUser: (scope, { params, body }) => anonymise(scope, params.id, body.version),
    deactivateUser: (scope, { params, body }) =>
      deactivate(scope, params.id, body.version, body.ticketsTo),
    reactivateUser: (scope, { params, body }) => reactivate(scope, params.id, body.version),
    async endUserSessions(scope, { params }) {
      const { user: row } = await one(scope, params.id)
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
    explainThing: (scope, { params, body }) => explainThing(scope, params.id, body.thing),
    async listTinyUsers({ db, actor }, { body }) {
      const where = and(
        eq(user.companyId, actor.companyId),
        eq(user.isActive, true),
        searchIn(sql`lower(${user.firstName} || ' ' || ${user.lastName})`, body.search),
        body.ids ? inArray(user.id, body.ids) : undefined,
      )
      const [total] = await db.select({ count }).from(user).where(where)
      const rows = await db
        .select({
          id: user.id,
          firstName: user.firstName,
          lastName: user.lastName,
          roles: roleNames,
        })
        .from(user)
        .where(where)
        .orderBy(asc(user.firstName), asc(user.lastName), asc(user.id))
        .limit(body.limit)
        .offset(body.offset)
      return {
        count: total?.count ?? 0,
        rows: rows.map((row) => ({ ...row, name: `${row.firstName} ${row.lastName}` })),
      }
    },
    async listTinyCompanies({ actor }) {
      // Spans companies, so it uses the system scope, limited to the session's own person. A
      // session from one company's provider sees no other company.
      const isLimited = actor.ownProofAt === null
      const rows = await asSystem(kernel.pool, (db) =>
        db
          .select({ id: company.id, uuid: company.uuid, name: company.name })
          .from(session)
          .innerJoin(user, and(eq(user.personId, session.personId), eq(user.isActive, true)))
          .innerJoin(company, eq(company.id, user.companyId))
          .where(
            and(
              eq(session.id, actor.sessionId ?? ''),
              isLimited ? eq(company.idp, sql`${session.idp}`) : undefined,
            ),
          )
          .orderBy(asc(company.name)),
      )
      return [{ id: null, uuid: null, name: '-' }, ...rows]
    },
  }
}
