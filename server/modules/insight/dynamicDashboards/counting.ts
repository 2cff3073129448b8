import { asc } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { countingFilters, type CountedThing } from '../dashboards/index.ts'

const MAX_BOARDS = 1_000

export async function dynamicDashboardsCounting({ db, actor }: Scope, thing: CountedThing) {
  const boards = await db
    .select()
    .from(tables.dynamicDashboard)
    .where(ofCompany(tables.dynamicDashboard, actor.companyId))
    .orderBy(byName({ actor }, tables.dynamicDashboard.title), asc(tables.dynamicDashboard.id))
    .limit(MAX_BOARDS)
  return boards.flatMap(({ id, title, structure }) => {
    const own = structure.widgets
      .map((widget) => ({ widget, how: countingFilters([widget.dataSource.filter], thing) }))
      .filter(({ how }) => how !== 'no')
    return own.length === 0
      ? []
      : [
          {
            kind: 'dynamicDashboard' as const,
            id,
            name: title,
            cards: own.map(({ widget }) => ({ id: widget.id, name: widget.title })),
            isMeant: own.some(({ how }) => how === 'meant'),
          },
        ]
  })
}
