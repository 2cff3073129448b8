import { sql, type SQL } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from './scope.ts'

/**
 * All dashboards for users who may edit dashboards; for others, those shared with them or one of
 * their roles.
 */
export function visibleDashboards({ actor, can }: Scope, ...conditions: (SQL | undefined)[]): SQL {
  const self = actor.userId ?? 0
  const isShared = sql`exists (select from ${tables.dashboardShare}
    where ${tables.dashboardShare.companyId} = ${tables.dashboard.companyId}
    and ${tables.dashboardShare.dashboardId} = ${tables.dashboard.id} and (${tables.dashboardShare.userId} = ${self}
    or ${tables.dashboardShare.roleId} in (select ${tables.userRole.roleId} from ${tables.userRole}
    where ${tables.userRole.companyId} = ${tables.dashboard.companyId} and ${tables.userRole.userId} = ${self})))`
  const isKeeper = can('editor|dashboards') || actor.userId === null
  return ofCompany(
    tables.dashboard,
    actor.companyId,
    isKeeper ? undefined : isShared,
    ...conditions,
  )
}

export function visibleCards(scope: Scope): SQL {
  const { companyId } = scope.actor
  if (scope.can('editor|dashboards')) return ofCompany(tables.dashboardItem, companyId)
  const cardForReader = sql`select (card ->> 'id')::int
    from ${tables.dashboard}, jsonb_array_elements(${tables.dashboard.chapters}) as chapter,
    jsonb_array_elements(chapter -> 'items') as card where ${visibleDashboards(scope)}`
  const isReadable = sql`${tables.dashboardItem.id} in (${cardForReader})`
  return ofCompany(tables.dashboardItem, companyId, isReadable)
}
