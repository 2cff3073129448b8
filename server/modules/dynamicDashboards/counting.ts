import { asc, eq } from 'drizzle-orm'
import { dynamicDashboard } from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { countingFilters, type CountedThing } from '../dashboards/index.ts'

const MAX_BOARDS = 1_000

/** With the widgets that count what is done on the equipment. */
export async function dynamicDashboardsCounting({ db, actor }: Scope, thing: CountedThing) {
  const boards = await db
    .select()
    .from(dynamicDashboard)
    .where(eq(dynamicDashboard.companyId, actor.companyId))
    .orderBy(asc(dynamicDashboard.title), asc(dynamicDashboard.id))
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
