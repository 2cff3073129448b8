/**
 * Submits a log: stored first, so that a lost network or closed page does not lose it, then sent.
 */
import { useEffect, useRef, useState } from 'react'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import type { GivenAnswer } from '#contract/procedures/survey.ts'
import type { ApiFailure } from '#api/http.ts'
import { pathTo } from '#lib/paths.ts'
import type { Unsent } from '#entities/unsent/device.ts'
import { dropUnsent, keepUnsent, sendUnsent } from '#entities/unsent/unsent.ts'
import { useSendInBackground } from '#entities/unsent/useUnsent.ts'
import { dropPerformDraft, savePerformDraft, type PerformDraftKey } from './performDrafts.ts'
import type { PerformDraft, Place } from './performDraft.ts'
import { filesOnDevice } from './performDraftFiles.ts'

interface Sent {
  recorded(logId: number): void
  waiting(clientKey: string): void
}

export function useSending(
  procedure: ProcedureDetail,
  key: PerformDraftKey & { ticketId: number | null },
  placeName: string,
  sent: Sent,
) {
  const send = useSendInBackground()
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const sendOff = async (
    draft: PerformDraft & { doneAt: string },
    answers: GivenAnswer[],
  ): Promise<ApiFailure | null> => {
    setIsSending(true)
    setFailure(null)
    const unsent = unsentOf(procedure, key, placeName, draft, answers)
    const isKept = await keepUnsent(unsent)
    if (isKept) dropPerformDraft(key)
    const outcome = await sendUnsent(unsent, send)
    if (outcome.kind === 'recorded') dropPerformDraft(key)
    if (!isHere.current) return null
    setIsSending(false)
    if (outcome.kind === 'recorded') sent.recorded(outcome.id)
    else if (outcome.kind === 'waiting' && isKept) sent.waiting(unsent.clientKey)
    else {
      // Returns it to the open form for review.
      savePerformDraft(key, draft)
      await dropUnsent(unsent.clientKey)
      setFailure(outcome.failure)
      return outcome.failure
    }
    return null
  }
  return { sendOff, isSending, failure, forgetFailure: () => setFailure(null) }
}

export const targetId = ({ kind, id }: Place): { equipmentId: number } | { locationId: number } =>
  kind === 'equipment' ? { equipmentId: id } : { locationId: id }

function unsentOf(
  procedure: ProcedureDetail,
  { companyId, userId, place, ticketId }: PerformDraftKey & { ticketId: number | null },
  placeName: string,
  draft: PerformDraft & { doneAt: string },
  answers: GivenAnswer[],
): Unsent {
  const named = new Set(
    answers
      .flatMap((answer) =>
        answer.kind === 'file'
          ? answer.fileIds
          : answer.kind === 'signature'
            ? [answer.fileId]
            : [],
      )
      .map(Number),
  )
  const used = draft.used ?? []
  return {
    clientKey: draft.clientKey,
    companyId,
    userId,
    procedureName: procedure.name,
    placeName,
    refused: null,
    address: pathTo(
      'procedurePerform',
      { procedureId: procedure.id },
      { ...targetId(place), ...(ticketId !== null && { ticketId }), again: draft.clientKey },
    ),
    draft: JSON.stringify(draft),
    files: filesOnDevice(draft.files).filter(({ id }) => named.has(id)),
    submission: {
      clientKey: draft.clientKey,
      procedureId: procedure.id,
      procedureVersion: draft.procedureVersion,
      startedAt: draft.startedAt,
      doneAt: draft.doneAt,
      equipmentId: place.kind === 'equipment' ? place.id : null,
      locationId: place.kind === 'location' ? place.id : null,
      answers,
      ...(used.length > 0 && { used }),
      ...(ticketId !== null && { ticketId }),
    },
  }
}
