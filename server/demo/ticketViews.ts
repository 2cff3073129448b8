/** Saved views that the hospital shares. */
import type { Id } from '#contract/ids.ts'
import type { TicketViewSettings } from '#contract/ticketViews.ts'
import * as tables from '#db/schema/index.ts'
import { insertAll, type Seed } from './rows.ts'

interface Named {
  repairId: Id<'ticketType'>
  impactId: Id<'metadataField'>
}

export async function seedTicketViews(
  { db, companyId, words }: Seed,
  { repairId, impactId }: Named,
): Promise<void> {
  const views: [string, TicketViewSettings][] = [
    [words.ticketViews.toAssign, { unassigned: true, sort: '-priority' }],
    [words.ticketViews.overdue, { overdue: true, sort: 'due' }],
    [words.ticketViews.urgent, { priorities: ['urgent', 'high'], sort: 'due' }],
    [words.ticketViews.patients, { ownField: impactId, ownText: words.ownFields.patients }],
    [words.ticketViews.repairs, { types: [repairId], layout: 'board' }],
    [words.ticketViews.mine, { list: 'mine', sort: 'due' }],
  ]
  await insertAll(
    db,
    tables.ticketView,
    views.map(([name, settings], position) => ({
      companyId,
      ownerId: null,
      name,
      settings,
      position,
    })),
  )
}
