/**
 * Prefetches what this person's open checks and tickets need, and a problem report, for work
 * without a network. The device caches the answers of these calls (contract: keptOnDevice).
 */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { equipmentCalls, locationCalls, procedureCalls } from '#entities/calls.ts'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { MY_QUEUE } from '#entities/recurrence/myQueue.ts'
import { setPartStored } from '#lib/offlineReadiness.ts'
import { useMay } from '#entities/session/useSession.ts'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { MY_TICKETS, timelineOf } from '#entities/tickets/myTickets.ts'
import { roundCalls, type RoundCall } from './roundCalls.ts'

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>

/** Milliseconds. By then the first screen has its answers. */
const SETTLED = 3_000
/** Milliseconds. Newer answers are not fetched again. */
const FRESH = 30 * 60_000
const EVERY = 10 * 60_000

export function usePrefetchRound(): void {
  const dispatch = useDispatch<Dispatch>()
  const mayPerform = useMay('performer|procedures')
  const now = { pollingInterval: EVERY, skipPollingIfUnfocused: true }
  const { data } = rruleCalls.useListOccurrencesQuery(MY_QUEUE, { ...now, skip: !mayPerform })
  const { data: mine } = ticketCalls.useListTicketsQuery(MY_TICKETS, now)
  const checks = data?.rows
  const tickets = mine?.rows
  useEffect(() => {
    if (checks === undefined && tickets === undefined) return
    const stop = new AbortController()
    const calls = roundCalls(
      checks ?? [],
      (tickets ?? []).map(({ id }) => id),
    )
    if (!calls.every(isFresh)) setPartStored('answers', false)
    const keepThem = async () => {
      if (await keepAll(calls, dispatch, stop.signal)) setPartStored('answers', true)
    }
    const timer = setTimeout(() => void keepThem(), SETTLED)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [checks, tickets, dispatch])
}

const fetched = new Map<string, number>()
const keyOf = ({ what, id }: RoundCall) => `${what} ${id}`
const isFresh = (call: RoundCall) => Date.now() - (fetched.get(keyOf(call)) ?? 0) < FRESH

/** Returns true if all answers are on the device. */
async function keepAll(
  calls: readonly RoundCall[],
  dispatch: Dispatch,
  signal: AbortSignal,
): Promise<boolean> {
  // a problem report needs the ticket types
  const types = dispatch(
    ticketCalls.endpoints.getTicketTypes.initiate(undefined, { subscribe: false }),
  )
  const isComplete = await keep(calls, dispatch, signal)
  return isComplete && !(await types).isError
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
    if (navigator.onLine) fetched.set(keyOf(call), Date.now())
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
    case 'equipment':
      return dispatch(equipmentCalls.endpoints.getEquipment.initiate(input, ahead))
    case 'location':
      return dispatch(locationCalls.endpoints.getLocation.initiate(input, ahead))
    case 'ticket': {
      const { getTicket, listTicketTimeline } = ticketCalls.endpoints
      const answer = await dispatch(getTicket.initiate(input, ahead))
      return answer.isError ? answer : dispatch(listTicketTimeline.initiate(timelineOf(id), ahead))
    }
  }
}
