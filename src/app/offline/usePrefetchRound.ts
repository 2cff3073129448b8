/**
 * Prefetches what this person's open checks and tickets need, and a problem report, for work
 * without a network. The device caches the answers of these calls (contract: keptOnDevice).
 */
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { MY_QUEUE } from '#entities/recurrence/myQueue.ts'
import { setPartStored } from '#lib/offlineReadiness.ts'
import { useMay } from '#entities/session/useSession.ts'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { MY_TICKETS } from '#entities/tickets/myTickets.ts'
import type { Dispatch } from './keepRound.ts'
import { isFresh, roundCalls } from './roundCalls.ts'

/** Milliseconds. By then the first screen has its answers. */
const SETTLED = 3_000
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
      const file = await import('./keepRound.ts').catch(() => undefined) // tried again later
      if (await file?.keepAll(calls, dispatch, stop.signal)) setPartStored('answers', true)
    }
    const timer = setTimeout(() => void keepThem(), SETTLED)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [checks, tickets, dispatch])
}
