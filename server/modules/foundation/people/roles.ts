/**
 * Roles: named sets of permission groups. Follows the reference list pattern, with two extra rules.
 */
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { people as contract } from '#contract/people/people.ts'
import { ADMINISTRATOR, type PermissionGroup } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict, Refusal, refuseNotFound } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { usedInFacts, listedBy, referenceListHandlers } from '../referenceLists/index.ts'
import { refuseWithoutAdministrator } from './administrators.ts'
import { endHandedLinksOfRole } from './handedLinks.ts'
import { permissionsOf } from './rows.ts'
import type { TicketsOfPeople } from './ticketsOfPeople.ts'

type RoleRow = Pick<z.input<typeof contract.createRole.response>, 'permissions' | 'key'>

const referenceList = referenceListHandlers<RoleRow>({
  table: tables.role,
  entity: 'role',
  extra: ['permissions'],
  // A person with both roles keeps the remaining one: `replaceRole` handles that.
  uses: [
    usedInFacts(
      {
        kind: 'user',
        table: tables.userRole,
        name: sql`(select u.first_name || ' ' || u.last_name from app_user u
          where u.company_id = ${tables.userRole.companyId} and u.id = ${tables.userRole.userId})`,
        id: tables.userRole.userId,
        holds: true,
      },
      'roleId',
      tables.userRole.roleId,
    ),
    listedBy(
      {
        kind: 'assignRule',
        table: tables.assignRule,
        name: sql`${tables.assignRule.name}`,
        holds: false,
      },
      'roleIds',
      tables.assignRule.roleIds,
    ),
    listedBy(
      {
        kind: 'company',
        table: tables.companySettings,
        name: sql`(select name from company where id = ${tables.companySettings.companyId})`,
        holds: false,
      },
      'secondStepRoleIds',
      tables.companySettings.secondStepRoleIds,
    ),
  ],
})

type RoleCalls =
  | 'listRoles'
  | 'createRole'
  | 'updateRole'
  | 'deleteRole'
  | 'listRoleUses'
  | 'replaceRole'
  | 'countUnableTicketsOfRole'

export const roleHandlers = (
  tickets: TicketsOfPeople,
): Handlers<Pick<typeof contract, RoleCalls>> => ({
  listRoles: referenceList.list,
  async createRole(scope, call) {
    refuseBeyond(scope, [], call.body.permissions)
    return referenceList.create(scope, call)
  },
  async countUnableTicketsOfRole(scope, { params: { id }, body }) {
    if ((await present(scope, id)) === undefined) throw refuseNotFound('role')
    const role = { id, handlesTickets: body.permissions.includes('editor|tickets') }
    return tickets.countUnable(scope, { roleId: id }, { role })
  },
  async updateRole(scope, { body: { ticketsTo, ...body }, ...rest }) {
    const call = { ...rest, body }
    const before = await present(scope, call.params.id)
    if (call.body.permissions !== undefined) {
      if (before?.key === ADMINISTRATOR)
        throw conflict('The administrator’s role always has every right.', [
          { path: 'body.permissions', code: 'locked', message: 'locked' },
        ])
      refuseBeyond(scope, before?.permissions ?? [], call.body.permissions)
    }
    // A renamed role would mislead the people who grant it.
    if (call.body.name !== undefined && call.body.name !== before?.name)
      refuseBeyond(scope, [], before?.permissions ?? [])
    const after = await referenceList.update(scope, call)
    // The holder of a handed-over link gets the person's permissions, so a wider role ends such
    // links.
    if (isWider(before?.permissions ?? [], call.body.permissions ?? []))
      await endHandedLinksOfRole(scope, call.params.id)
    await refuseWithoutAdministrator(scope)
    if (ticketsTo !== undefined)
      await tickets.handOverUnable(scope, { roleId: call.params.id }, ticketsTo)
    scope.changed('User')
    return after
  },
  listRoleUses: referenceList.uses,
  async replaceRole(scope, { body: { ticketsTo, ...body }, ...rest }) {
    const call = { ...rest, body }
    const [before, by] = [await present(scope, call.params.id), await present(scope, call.body.by)]
    if (before?.key === ADMINISTRATOR)
      throw conflict('The administrator’s role stays.', [
        { path: '', code: 'locked', message: 'locked' },
      ])
    refuseBeyond(scope, before?.permissions ?? [], by === undefined ? [] : permissionsOf([by]))
    if (isWider(before?.permissions ?? [], by?.permissions ?? []))
      await endHandedLinksOfRole(scope, call.params.id)
    const userIds = await usersWith(scope, call.params.id)
    const both = alias(tables.userRole, 'both')
    await scope.db.delete(tables.userRole).where(
      ofCompany(
        tables.userRole,
        scope.actor.companyId,
        eq(tables.userRole.roleId, call.params.id),
        sql`exists (select from ${tables.userRole} ${both}
            where ${both.companyId} = ${tables.userRole.companyId} and ${both.userId} = ${tables.userRole.userId}
            and ${both.roleId} = ${call.body.by})`,
      ),
    )
    const replaced = await referenceList.replace(scope, call)
    await refuseWithoutAdministrator(scope)
    if (ticketsTo !== undefined) await tickets.handOverUnable(scope, { userIds }, ticketsTo)
    return replaced
  },
  async deleteRole(scope, call) {
    const before = await present(scope, call.params.id)
    if (before?.key === ADMINISTRATOR)
      throw conflict('The administrator’s role stays.', [
        { path: '', code: 'locked', message: 'locked' },
      ])
    refuseBeyond(scope, before?.permissions ?? [], [])
    return referenceList.remove(scope, call)
  },
})

const isWider = (before: readonly PermissionGroup[], after: readonly PermissionGroup[]): boolean =>
  after.some((group) => !before.includes(group))

async function present({ db, actor }: Scope, id: Id<'role'>) {
  const [found] = await db
    .select()
    .from(tables.role)
    .where(ofCompany(tables.role, actor.companyId, eq(tables.role.id, id)))
  return found
}

async function usersWith({ db, actor }: Scope, roleId: Id<'role'>): Promise<Id<'user'>[]> {
  const rows = await db
    .select({ id: tables.userRole.userId })
    .from(tables.userRole)
    .where(ofCompany(tables.userRole, actor.companyId, eq(tables.userRole.roleId, roleId)))
  return rows.map(({ id }) => id)
}

function refuseBeyond(
  { actor }: Scope,
  before: readonly PermissionGroup[],
  after: readonly PermissionGroup[],
): void {
  const moved = [
    ...after.filter((group) => !before.includes(group)),
    ...before.filter((group) => !after.includes(group)),
  ]
  const beyond = moved.filter((group) => !actor.permissions.has(group))
  if (beyond.length > 0)
    throw new Refusal(
      403,
      'Nobody gives or takes away a right that they do not have themselves.',
      beyond.map((group) => ({
        path: 'body.permissions',
        code: 'beyondOwnRights',
        message: group,
      })),
    )
}
