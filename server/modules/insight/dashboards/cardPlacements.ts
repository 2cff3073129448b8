import { eq, inArray } from 'drizzle-orm'
import { referencesOfFilterObject } from '#contract/automation/filters.ts'
import type { DashboardDraft } from '#contract/dashboards/dashboards.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { toClauseChange, type Readable } from '#kernel/events/journal.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { replaceReferences } from '#kernel/events/references.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { mayChoose, referencesOfFilters } from '../../foundation/filters/index.ts'

type Row = typeof tables.dashboardItem.$inferSelect

export const readable = ({
  name,
  type,
  range,
  filters,
}: Pick<Row, 'name' | 'type' | 'range' | 'filters'>): Readable<'dashboardItem'> => ({
  name,
  type,
  range,
  filters: filters.map((filter) =>
    toClauseChange({ kind: 'objects', filter }, referencesOfFilterObject(filter)),
  ),
})
export const isSamePlacement = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export async function saveCardPlacements(
  scope: Scope,
  { data: { chapters } }: DashboardDraft,
): Promise<void> {
  const cards = chapters.flatMap(({ items }) => items)
  await requireRows(
    scope,
    tables.dashboardItem,
    cards.map(({ id }) => id),
    'card',
    'body.data.chapters',
  )
  if (cards.length === 0) return
  const rows = await scope.db
    .select()
    .from(tables.dashboardItem)
    .where(
      ofCompany(
        tables.dashboardItem,
        scope.actor.companyId,
        inArray(
          tables.dashboardItem.id,
          cards.map(({ id }) => id),
        ),
      ),
    )
  for (const row of rows) {
    const card = cards.find(({ id }) => id === row.id)
    if (
      card === undefined ||
      (card.name === row.name && isSamePlacement(card.data.filters, row.filters))
    )
      continue
    if (!isSamePlacement(card.data.filters, row.filters))
      await mayChoose(scope, card.data.filters, 'body.data.chapters')
    const [written] = await scope.db
      .update(tables.dashboardItem)
      .set({
        name: card.name,
        filters: card.data.filters,
        ...nextVersion(tables.dashboardItem, scope.clock.now()),
      })
      .where(
        ofCompany(tables.dashboardItem, scope.actor.companyId, eq(tables.dashboardItem.id, row.id)),
      )
      .returning()
    if (!written) continue
    await saveReferences(scope, written)
    await scope.journal({
      entity: 'dashboardItem',
      id: row.id,
      name: card.name,
      before: readable(row),
      after: readable(written),
    })
  }
}

export async function saveReferences({ db, actor }: Scope, row: Row): Promise<void> {
  await replaceReferences(
    db,
    actor.companyId,
    { kind: 'dashboardItem', id: row.id },
    referencesOfFilters(row.filters),
  )
}
