/** Fetches the answers of a round. Loads with its calls after the first screen. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { meterCalls } from '#entities/calls/meters.ts'
import { locationCalls } from '#entities/calls/locations.ts'
import { labelCalls } from '#entities/labels/calls.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { ticketWorkApi } from '#entities/tickets/ticketWorkApi.ts'
import { timelineOf } from '#entities/tickets/myTickets.ts'
import { METERS_OF_EQUIPMENT } from '#contract/meters/meterSources.ts'
import { isFresh, noteFetched, type RoundCall } from './roundCalls.ts'

export type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>

/** Returns true if all answers are on the device. */
export async function keepAll(
  calls: readonly RoundCall[],
  dispatch: Dispatch,
  signal: AbortSignal,
): Promise<boolean> {
  // a problem report needs the ticket types
  const types = dispatch(
    ticketCalls.endpoints.getTicketTypes.initiate(undefined, { subscribe: false }),
  )
  // opens scanned labels
  const labels = dispatch(
    labelCalls.endpoints.listLabelHashes.initiate(undefined, { subscribe: false }),
  )
  const isComplete = await keep(calls, dispatch, signal)
  return isComplete && !(await types).isError && !(await labels).isError
}

/** One after the other, in the background. Stops at the first network failure. */
async function keep(
  calls: readonly RoundCall[],
  dispatch: Dispatch,
  signal: AbortSignal,
): Promise<boolean> {
  for (const call of calls) {
    if (isFresh(call)) continue
    if (signal.aborted) return false
    // Without a network the device answers, so a reload still knows that the round is complete.
    const { isError } = await fetchOne(call, dispatch)
    if (isError) return false
    if (navigator.onLine) noteFetched(call)
  }
  return !signal.aborted
}

async function fetchOne(
  { what, id }: RoundCall,
  dispatch: Dispatch,
): Promise<{ isError: boolean }> {
  const input = { params: { id } }
  const ahead = { subscribe: false }
  switch (what) {
    case 'procedure':
      return dispatch(procedureCalls.endpoints.getProcedure.initiate(input, ahead))
    case 'equipment': {
      const answer = await dispatch(equipmentCalls.endpoints.getEquipment.initiate(input, ahead))
      const meters = { body: { equipmentId: id, limit: METERS_OF_EQUIPMENT } }
      if (!answer.isError) await dispatch(meterCalls.endpoints.listMeters.initiate(meters, ahead))
      return answer
    }
    case 'location':
      return dispatch(locationCalls.endpoints.getLocation.initiate(input, ahead))
    case 'ticket': {
      const { getTicket, listTicketTimeline } = ticketCalls.endpoints
      const answer = await dispatch(getTicket.initiate(input, ahead))
      if (answer.isError) return answer
      await dispatch(ticketWorkApi.endpoints.getTicketWork.initiate(input, ahead))
      return dispatch(listTicketTimeline.initiate(timelineOf(id), ahead))
    }
  }
}
