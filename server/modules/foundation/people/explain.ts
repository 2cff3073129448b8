/**
 * What a person can see and do, and the role, flag or type that grants it. Uses the same `rightsOf`
 * that enforces it.
 */
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { people as contract, RightsAnswer } from '#contract/people/people.ts'
import { ADMINISTRATOR, permissionGroups } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Actor } from '#kernel/access/actor.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { count, qualified } from '#kernel/data/listQueries.ts'
import { rightsOf } from '#kernel/access/rights.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { selectUser, permissionsOf, type Selected } from './rows.ts'

type AccessScope = RightsAnswer['equipment']
type Thing = z.output<typeof contract.explainThing.body>['thing']

const kinds = {
  equipment: {
    things: tables.equipment,
    types: tables.equipmentType,
    from: 'equipment',
    permitted: 'equipmentTypeIds',
  },
  location: {
    things: tables.location,
    types: tables.locationType,
    from: 'locations',
    permitted: 'locationTypeIds',
  },
  procedure: {
    things: tables.procedure,
    types: tables.procedureType,
    from: 'procedures',
    permitted: 'procedureTypeIds',
  },
} as const
type Kind = keyof typeof kinds

export async function explainRights(
  scope: Scope,
  id: Parameters<typeof selectUser>[1],
): Promise<RightsAnswer> {
  const target = await asked(scope, id)
  const as = actorLike(scope, target)
  return {
    user: {
      id: target.user.id,
      name: `${target.user.firstName} ${target.user.lastName}`,
      state: target.state,
    },
    permissions: permissionGroups.map((group) => ({
      group,
      roles: target.roles
        .filter((role) => role.key === ADMINISTRATOR || role.permissions.includes(group))
        .map(({ id: roleId, name }) => ({ id: roleId, name })),
    })),
    equipment: await accessScopeOf(scope, as, 'equipment'),
    locations: await accessScopeOf(scope, as, 'location'),
    procedures: await accessScopeOf(scope, as, 'procedure'),
  }
}

/** Users with the users permission may ask about others; all users may ask about themselves. */
async function asked(scope: Scope, id: Parameters<typeof selectUser>[1]): Promise<Selected> {
  if (id !== scope.actor.userId) scope.must('editor|users')
  return selectUser(scope, id)
}

function actorLike({ actor }: Scope, { user: row, roles }: Selected): Actor {
  return {
    ...actor,
    userId: row.id,
    permissions: new Set(permissionsOf(roles)),
    equipmentTypeIds: row.allEquipment ? null : row.equipmentTypeIds,
    locationTypeIds: row.allLocations ? null : row.locationTypeIds,
    procedureTypeIds: row.allProcedures ? null : row.procedureTypeIds,
  }
}

async function accessScopeOf(scope: Scope, as: Actor, kind: Kind): Promise<AccessScope> {
  const { db, actor } = scope
  const { things, types, from, permitted } = kinds[kind]
  const [seen] = await db.select({ count }).from(things).where(rightsOf(as)[from]())
  // Without the users permission, the response does not include totals beyond the user's own view.
  const mayKnowAll = scope.can('editor|users')
  const [total] = mayKnowAll
    ? await db
        .select({ count })
        .from(things)
        .where(ofCompany(things, actor.companyId, isNull(things.deletedAt)))
    : [seen]
  const own = as[permitted]
  const ofType = qualified(
    sql<number>`(select count(*)::int from ${things}
      where ${things.companyId} = ${types.companyId} and ${things.typeId} = ${types.id}
      and ${things.deletedAt} is null)`,
  )
  const isShown =
    mayKnowAll || own === null
      ? undefined
      : own.length === 0
        ? sql`false`
        : inArray(sql`${types.id}`, [...own])
  const rows = await db
    .select({ id: types.id, name: types.name, count: ofType })
    .from(types)
    .where(ofCompany(types, actor.companyId, isShown))
    .orderBy(byName(scope, types.name))
    .limit(500)
  return {
    all: own === null,
    seen: seen?.count ?? 0,
    total: total?.count ?? 0,
    types: rows.map((row) => ({
      ...row,
      isPermitted: own === null || own.some((permittedId) => permittedId === row.id),
    })),
  }
}

export async function explainVisibility(
  scope: Scope,
  id: Parameters<typeof selectUser>[1],
  thing: Thing,
) {
  const target = await asked(scope, id)
  const { things, types, from, permitted } = kinds[thing.kind]
  const [found] = await scope.db
    .select({ name: sql<string>`${things.name}`, type: types.name, typeId: types.id })
    .from(things)
    .innerJoin(types, joinOn(types, things.typeId))
    .where(scope.from[from](eq(things.id, thing.id)))
  if (!found) throw refuseNotFound(thing.kind, 'body.thing.id')
  const [sees] = await scope.db
    .select({ count })
    .from(things)
    .where(rightsOf(actorLike(scope, target))[from](eq(things.id, thing.id)))
  const isSeen = sees?.count === 1
  const own = actorLike(scope, target)[permitted]
  const because = !target.user.isActive
    ? ('inactive' as const)
    : own === null
      ? ('allFlag' as const)
      : isSeen
        ? ('permittedType' as const)
        : ('typeNotPermitted' as const)
  return { name: found.name, type: found.type, sees: isSeen && target.user.isActive, because }
}
