/**
 * What a year of rounds used up: gloves and wipes often, pads seldom, and now and then an ampoule
 * that was opened for nothing.
 */
import { and, eq, sql } from 'drizzle-orm'
import { inventoryItem, procedure, procedureLog } from '../db/schema/index.ts'
import type { Seed } from './rows.ts'

/** One performance in so many. */
const habits = [
  { procedure: 'Ward round', item: 'Nitrile gloves', oneIn: 3, amount: 4, discards: 0 },
  {
    procedure: 'Infusion pump check',
    item: 'Disinfectant wipes',
    oneIn: 2,
    amount: 2,
    discards: 0,
  },
  {
    procedure: 'Defibrillator daily check',
    item: 'Defibrillator pads',
    oneIn: 25,
    amount: 1,
    discards: 0,
  },
  {
    procedure: 'Medicine fridge temperature',
    item: 'Adrenaline 1 mg',
    oneIn: 20,
    amount: 2,
    discards: 1,
  },
] as const

export async function seedUsed({ db, companyId }: Seed): Promise<void> {
  for (const { procedure: list, item, oneIn, amount, discards } of habits) {
    const [home] = await db
      .select({ id: procedure.id })
      .from(procedure)
      .where(and(eq(procedure.companyId, companyId), eq(procedure.name, list)))
    const [thing] = await db
      .select({ id: inventoryItem.id })
      .from(inventoryItem)
      .where(and(eq(inventoryItem.companyId, companyId), eq(inventoryItem.name, item)))
    if (home === undefined || thing === undefined)
      throw new Error(`The demo knows no ${list} or no ${item}`)
    await db
      .update(procedureLog)
      .set({ used: [{ itemId: thing.id, amount, discardedDoses: discards }] })
      .where(
        and(
          eq(procedureLog.companyId, companyId),
          eq(procedureLog.procedureId, home.id),
          sql`${procedureLog.id} % ${oneIn} = 0`,
        ),
      )
  }
}
