import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { MAX_SETTLED, type ticketLinks as contract } from '#contract/ticketLinks.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import { closeByRule, openTicketsFor } from './byRule.ts'
import { changeAll } from './changeAll.ts'
import type { Selected } from './rows.ts'

type Order = z.output<typeof contract.settleOpenTickets.body>
type Answer = z.input<typeof contract.settleOpenTickets.response>

export async function settleOpenTickets(
  scope: Scope,
  equipmentId: Id<'equipment'>,
  { moveTo }: Order,
): Promise<Answer> {
  await requireEquipment(scope, equipmentId, 'id')
  const open = await openTicketsFor(scope, { equipmentId, locationId: null }, null)
  const some = open.slice(0, MAX_SETTLED)
  const settled =
    moveTo === null
      ? (await closeByRule(scope, some)).moved.length
      : await move(scope, some, equipmentId, moveTo)
  return { settled, left: open.length - settled }
}

async function move(
  scope: Scope,
  some: readonly Selected[],
  from: Id<'equipment'>,
  to: Id<'equipment'>,
): Promise<number> {
  if (to === from) throw badInput('body.moveTo', 'duplicate', 'This is the same equipment.')
  await requireEquipment(scope, to, 'body.moveTo')
  const moved = await changeAll(scope, some, { equipmentId: to })
  scope.changed('Ticket', { type: 'Equipment', id: from }, { type: 'Equipment', id: to })
  return moved.length
}

async function requireEquipment(
  { db, from }: Scope,
  id: Id<'equipment'>,
  path: string,
): Promise<void> {
  const rows = await db
    .select({ id: tables.equipment.id })
    .from(tables.equipment)
    .where(from.equipment(eq(tables.equipment.id, id)))
  if (rows.length === 0) throw refuseNotFound('equipment', path)
}
