import { eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { currencyOf } from '../workTime/index.ts'
import { requireFits } from './costs.ts'

const item = tables.inventoryItem

async function oneItem({ db, actor }: Scope, id: Id<'inventoryItem'>) {
  const [found] = await db
    .select({ name: item.name, price: item.price })
    .from(item)
    .where(ofCompany(item, actor.companyId, eq(item.id, id)))
  if (!found) throw refuseNotFound('inventory item')
  return found
}

export async function itemPrice(scope: Scope, id: Id<'inventoryItem'>) {
  const { price } = await oneItem(scope, id)
  return { price, currency: await currencyOf(scope) }
}

/** Earlier uses keep the price that they had. */
export async function setItemPrice(scope: Scope, id: Id<'inventoryItem'>, price: number | null) {
  scope.must('editor|equipment')
  const before = await oneItem(scope, id)
  if (price !== null) await requireFits(scope, price, 'body.price')
  await scope.db
    .update(item)
    .set({ price, updatedAt: scope.clock.now() })
    .where(ofCompany(item, scope.actor.companyId, eq(item.id, id)))
  await scope.journal({
    entity: 'inventoryItem',
    id,
    name: before.name,
    before: { price: before.price },
    after: { price },
  })
  return { price, currency: await currencyOf(scope) }
}
