/**
 * Fetches ahead what the open checks of this person need, so that a round goes on without a network:
 * the answers of these calls are kept on the device (contract: keptOnDevice).
 */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { equipmentCalls, locationCalls, procedureCalls } from '../../entities/calls.ts'
import { rruleCalls } from '../../entities/recurrence/calls.ts'
import { MY_QUEUE } from '../../entities/recurrence/myQueue.ts'
import { useMay } from '../../entities/session/useSession.ts'
import { roundCalls, type RoundCall } from './roundCalls.ts'

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>

/** What is on screen first has its answers by then. */
const SETTLED = 3_000
/** What was fetched less than this ago is not fetched again. */
const FRESH = 30 * 60_000
const EVERY = 10 * 60_000

export function useKeepRound(): void {
  const dispatch = useDispatch<Dispatch>()
  const mayPerform = useMay('performer|procedures')
  const { data } = rruleCalls.useListOccurrencesQuery(MY_QUEUE, {
    skip: !mayPerform,
    pollingInterval: EVERY,
    skipPollingIfUnfocused: true,
  })
  const checks = data?.rows
  useEffect(() => {
    if (checks === undefined) return
    const stop = new AbortController()
    const timer = setTimeout(() => void keep(roundCalls(checks), dispatch, stop.signal), SETTLED)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [checks, dispatch])
}

const fetched = new Map<string, number>()

/** One after the other: nobody waits for it. The first that finds no server ends it. */
async function keep(
  calls: readonly RoundCall[],
  dispatch: Dispatch,
  signal: AbortSignal,
): Promise<void> {
  for (const call of calls) {
    const key = `${call.what} ${call.id}`
    if (Date.now() - (fetched.get(key) ?? 0) < FRESH) continue
    if (signal.aborted || !navigator.onLine) return
    const { isError } = await fetchOne(call, dispatch)
    if (isError) return
    fetched.set(key, Date.now())
  }
}

function fetchOne({ what, id }: RoundCall, dispatch: Dispatch): Promise<{ isError: boolean }> {
  const input = { params: { id } }
  const ahead = { subscribe: false }
  switch (what) {
    case 'procedure':
      return dispatch(procedureCalls.endpoints.getProcedure.initiate(input, ahead))
    case 'equipment':
      return dispatch(equipmentCalls.endpoints.getEquipment.initiate(input, ahead))
    case 'location':
      return dispatch(locationCalls.endpoints.getLocation.initiate(input, ahead))
  }
}
