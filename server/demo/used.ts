/**
 * Items used in a year of rounds: gloves and wipes often, pads seldom, and sometimes an ampoule
 * opened for nothing.
 */
import { eq, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { checklist, type Checklist } from './procedures.ts'
import type { ItemKey } from './referenceData.ts'
import type { Seed } from './rows.ts'

/** One log in this many. */
const habits = [
  { procedure: 'wardRound', item: 'gloves', oneIn: 3, amount: 4, discards: 0 },
  {
    procedure: 'pumpCheck',
    item: 'wipes',
    oneIn: 2,
    amount: 2,
    discards: 0,
  },
  {
    procedure: 'defibrillatorCheck',
    item: 'pads',
    oneIn: 25,
    amount: 1,
    discards: 0,
  },
  {
    procedure: 'fridgeTemperature',
    item: 'adrenaline',
    oneIn: 20,
    amount: 2,
    discards: 1,
  },
] as const

export async function seedUsed(
  { db, companyId }: Seed,
  lists: readonly Checklist[],
  items: Record<ItemKey, Id<'inventoryItem'>>,
): Promise<void> {
  for (const { procedure, item, oneIn, amount, discards } of habits)
    await db
      .update(tables.procedureLog)
      .set({ used: [{ itemId: items[item], amount, discardedDoses: discards }] })
      .where(
        ofCompany(
          tables.procedureLog,
          companyId,
          eq(tables.procedureLog.procedureId, checklist(lists, procedure).id),
          sql`${tables.procedureLog.id} % ${oneIn} = 0`,
        ),
      )
}
