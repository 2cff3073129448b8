import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { setUpSteps, type SetUpStep, type today as contract } from '#contract/today.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { hasFailed } from '../../work/automations/index.ts'
import { isSilentGateway } from '../../site/devices/index.ts'
import { isAtWork, seenImports } from '../../operation/imports/index.ts'
import { hasNoRole, isInvited } from '../../foundation/people/index.ts'

type Answer = z.input<typeof contract.getUpkeep.response>

const count = sql<number>`count(*)::int`

export async function loadUpkeep(scope: Scope): Promise<Answer> {
  return {
    ...(await rules(scope)),
    silentGateways: await silentGateways(scope),
    ...(await people(scope)),
    imports: await imports(scope),
    missing: await missing(scope),
  }
}

const countIf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

async function rules(scope: Scope): Promise<Pick<Answer, 'reviews' | 'failing'>> {
  const { db, from } = scope
  if (!scope.can('editor|automations')) return { reviews: null, failing: null }
  const [found] = await db
    .select({
      reviews: countIf(eq(tables.automation.needsReview, true)),
      failing: countIf(hasFailed(scope)),
    })
    .from(tables.automation)
    .where(from.automations())
  return found ?? { reviews: 0, failing: 0 }
}

async function silentGateways({ db, actor, can, clock, from }: Scope): Promise<number | null> {
  if (!can('editor|devices')) return null
  const [found] = await db
    .select({ count })
    .from(tables.gateway)
    .innerJoin(tables.equipment, joinOn(tables.equipment, tables.gateway.equipmentId))
    .where(
      ofCompany(tables.gateway, actor.companyId, from.equipment(), isSilentGateway(clock.now())),
    )
  return found?.count ?? 0
}

async function people({ db, actor, can }: Scope): Promise<Pick<Answer, 'withoutRole' | 'invited'>> {
  if (!can('editor|users')) return { withoutRole: null, invited: null }
  const [found] = await db
    .select({ withoutRole: countIf(hasNoRole), invited: countIf(isInvited) })
    .from(tables.user)
    .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
    .where(ofCompany(tables.user, actor.companyId))
  return found ?? { withoutRole: 0, invited: 0 }
}

async function imports(scope: Scope): Promise<number | null> {
  if (!scope.can('editor|import')) return null
  const [found] = await scope.db
    .select({ count })
    .from(tables.importJob)
    .where(and(seenImports(scope), isAtWork))
  return found?.count ?? 0
}

const steps: Record<
  SetUpStep,
  { may: PermissionGroup; table: PgTable; is?: SQL; atLeast?: number }
> = {
  locations: {
    may: 'editor|locations',
    table: tables.location,
    is: isNull(tables.location.deletedAt),
  },
  equipment: {
    may: 'editor|equipment',
    table: tables.equipment,
    is: isNull(tables.equipment.deletedAt),
  },
  procedures: {
    may: 'editor|procedures',
    table: tables.procedure,
    is: isNull(tables.procedure.deletedAt),
  },
  schedules: { may: 'editor|schedules', table: tables.rrule, is: isNull(tables.rrule.deletedAt) },
  people: {
    may: 'editor|users',
    table: tables.user,
    is: eq(tables.user.isActive, true),
    atLeast: 2,
  },
  automations: { may: 'editor|automations', table: tables.automation },
}

/** Set-up steps not done in the whole company: a hidden record is not missing. */
async function missing({ db, actor, can }: Scope): Promise<SetUpStep[]> {
  const asked = setUpSteps.filter((step) => can(steps[step].may))
  if (asked.length === 0) return []
  const has = ({ table, is, atLeast = 1 }: (typeof steps)[SetUpStep]) =>
    sql`(select count(*) >= ${atLeast}::int from (select from ${table}
      where company_id = ${actor.companyId} and ${is ?? sql`true`} limit ${atLeast}::int) as present)`
  const {
    rows: [found],
  } = await db.execute<Record<SetUpStep, boolean>>(
    sql`select ${sql.join(
      asked.map((step) => sql`${has(steps[step])} as ${sql.identifier(step)}`),
      sql`, `,
    )}`,
  )
  return asked.filter((step) => found?.[step] === false)
}
