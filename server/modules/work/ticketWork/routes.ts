import type { ticketCostCalls } from '#contract/ticketWork/ticketCosts.ts'
import type { ticketWorkCalls as contract } from '#contract/ticketWork/ticketWork.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { undoPart, usePart } from '../inventory/index.ts'
import {
  addWork,
  confirmWork,
  correctWork,
  lockedTicket,
  pauseWork,
  requireRecording,
  startWork,
} from '../workTime/index.ts'
import { timeDone } from '#contract/rules/offlineTime.ts'
import { addCost, costsOf, deleteCost, updateCost } from './costs.ts'
import { itemPrice, setItemPrice } from './prices.ts'
import { workOf } from './rows.ts'

const whenDone = (scope: Scope, at: string | undefined, { openedAt }: { openedAt: Date }): Date =>
  timeDone(at, openedAt, scope.clock.now())

export const ticketWorkHandlers: Handlers<typeof contract> = {
  getTicketWork: (scope, { params }) => workOf(scope, params.id),
  async startWork(scope, { params: { id }, body }) {
    const ticket = await lockedTicket(scope, id)
    await requireRecording(scope)
    if (ticket.category === 'closed')
      throw conflict('The ticket is closed.', [
        { path: 'id', code: 'ticketClosed', message: ticket.title },
      ])
    const at = whenDone(scope, body.at, ticket)
    await startWork(scope, { ticketId: id, at, clientKey: body.clientKey })
    return workOf(scope, id)
  },
  async pauseWork(scope, { params: { id }, body }) {
    const ticket = await lockedTicket(scope, id)
    await pauseWork(scope, id, whenDone(scope, body.at, ticket))
    return workOf(scope, id)
  },
  async addWork(scope, { params: { id }, body }) {
    await addWork(scope, id, body)
    return workOf(scope, id)
  },
  correctWork: async (scope, { params, body }) =>
    workOf(scope, await correctWork(scope, params.id, body)),
  confirmWork: async (scope, { params }) => workOf(scope, await confirmWork(scope, params.id)),
  async usePart(scope, { params: { id }, body }) {
    await lockedTicket(scope, id)
    await usePart(scope, id, body)
    return workOf(scope, id)
  },
  async undoPart(scope, { params: { id, movementId } }) {
    await lockedTicket(scope, id)
    await undoPart(scope, id, movementId)
    return workOf(scope, id)
  },
}

export const ticketCostHandlers: Handlers<typeof ticketCostCalls> = {
  getTicketCosts: (scope, { params }) => costsOf(scope, params.id),
  async addCost(scope, { params: { id }, body }) {
    await addCost(scope, id, body)
    return costsOf(scope, id)
  },
  updateCost: async (scope, { params, body }) =>
    costsOf(scope, await updateCost(scope, params.id, body)),
  deleteCost: async (scope, { params }) => costsOf(scope, await deleteCost(scope, params.id)),
  getItemPrice: (scope, { params }) => itemPrice(scope, params.id),
  setItemPrice: (scope, { params, body }) => setItemPrice(scope, params.id, body.price),
}
