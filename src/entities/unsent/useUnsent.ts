import { useCallback, useSyncExternalStore } from 'react'
import { useDispatch } from 'react-redux'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { procedureLogCalls } from '#entities/procedureLogs/calls.ts'
import { useClaims } from '#entities/session/useSession.ts'
import type { Unsent } from './device.ts'
import type { Standing } from './outbox.ts'
import { onUnsent, unsentStanding, type Send } from './unsent.ts'

export function useUnsent(): Standing<Unsent> {
  const standing = useSyncExternalStore(onUnsent, unsentStanding)
  const claims = useClaims()
  return {
    ...standing,
    unsent: standing.unsent.filter(
      ({ companyId, userId }) => companyId === claims?.companyId && userId === claims.userId,
    ),
  }
}

/** A call that may outlive the screen that began it. */
export function useSendInBackground(): Send {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  return useCallback(
    (body) => dispatch(procedureLogCalls.endpoints.submitProcedureLog.initiate({ body })).unwrap(),
    [dispatch],
  )
}
