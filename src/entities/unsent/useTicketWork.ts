import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useCallback, useSyncExternalStore } from 'react'
import { useDispatch } from 'react-redux'
import { useClaims } from '#entities/session/useSession.ts'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { ticketWorkApi } from '#entities/tickets/ticketWorkApi.ts'
import { untilLoaded } from '#lib/lateFiles.ts'
import type { UnsentTicketWork } from './device.ts'
import type { Standing } from './outbox.ts'
import { isBeingSent, onTicketWork, ticketWorkStanding, type SendTicketWork } from './ticketWork.ts'

export function useTicketWork(): Standing<UnsentTicketWork> {
  const standing = useSyncExternalStore(onTicketWork, ticketWorkStanding)
  const claims = useClaims()
  return {
    ...standing,
    unsent: standing.unsent.filter(
      ({ clientKey, companyId, userId }) =>
        companyId === claims?.companyId && userId === claims.userId && !isBeingSent(clientKey),
    ),
  }
}

/** Calls that may outlive the screen that began them. */
export function useSendTicketWork(): SendTicketWork {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  return useCallback(
    async ({ work, clientKey, files, at }, fileIds) => {
      const { openTicket, commentTicket, changeTicketState, assignTicket } = ticketCalls.endpoints
      const photoIds = files.flatMap(({ id }) => fileIds.get(id) ?? [])
      if (work.kind === 'report') {
        const { title, ticketTypeId, equipmentId, locationId, more } = work
        const body = { title, ticketTypeId, equipmentId, locationId, ...more, clientKey, photoIds }
        return (await dispatch(openTicket.initiate({ body })).unwrap()).id
      }
      if (work.kind === 'reading') {
        const { meterCalls } = await untilLoaded(() => import('#entities/calls/meters.ts'), 'part')
        const { addMeterReading } = meterCalls.endpoints
        const body = { ...work.reading, clientKey }
        return (
          await dispatch(addMeterReading.initiate({ params: { id: work.meterId }, body })).unwrap()
        ).id
      }
      const params = { id: work.ticketId }
      switch (work.kind) {
        case 'comment': {
          const { text, isPublic } = work
          const body = { text, ...(isPublic && { isPublic }), clientKey, photoIds, writtenAt: at }
          return (await dispatch(commentTicket.initiate({ params, body })).unwrap()).id
        }
        case 'time': {
          const { startWork, pauseWork } = ticketWorkApi.endpoints
          const answer = await (work.act === 'start'
            ? dispatch(startWork.initiate({ params, body: { at, clientKey } })).unwrap()
            : dispatch(pauseWork.initiate({ params, body: { at } })).unwrap())
          return answer.ticketId
        }
        case 'state': {
          const { state, assignee, failure, version } = work
          const body = {
            doneAt: at,
            stateId: state.id,
            ...(assignee === undefined ? {} : { assigneeId: assignee?.id ?? null }),
            ...(failure === undefined ? {} : { failure }),
            version,
            clientKey,
          }
          return (await dispatch(changeTicketState.initiate({ params, body })).unwrap()).id
        }
        case 'assignee': {
          const { assignee, version } = work
          const body = { assigneeId: assignee?.id ?? null, version, clientKey }
          return (await dispatch(assignTicket.initiate({ params, body })).unwrap()).id
        }
      }
    },
    [dispatch],
  )
}
