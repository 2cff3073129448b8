/**
 * Sends a performance off: kept for sending first, so that neither a lost network nor a closed page
 * loses it; then tried at once.
 */
import { useEffect, useRef, useState } from 'react'
import type { ProcedureDetail } from '#contract/procedures'
import type { GivenAnswer } from '#contract/survey'
import type { ApiFailure } from '../../../api/http.ts'
import { pathTo } from '../../../lib/paths.ts'
import type { Unsent } from '../../../entities/unsent/device.ts'
import { dropUnsent, keepUnsent, sendUnsent } from '../../../entities/unsent/unsent.ts'
import { useSend } from '../../../entities/unsent/useUnsent.ts'
import { asId } from '../../../lib/ids.ts'
import { dropPerformance, keepPerformance, type PerformanceKey } from './keptPerformances.ts'
import type { Performance, Place } from './performance.ts'
import { filesHere } from './performanceFiles.ts'

interface Sent {
  recorded(logId: number): void
  waiting(clientKey: string): void
}

export function useSending(
  procedure: ProcedureDetail,
  key: PerformanceKey,
  placeName: string,
  sent: Sent,
) {
  const send = useSend()
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
    performance: Performance & { doneAt: string },
    answers: GivenAnswer[],
  ): Promise<ApiFailure | null> => {
    setIsSending(true)
    setFailure(null)
    const unsent = unsentOf(procedure, key, placeName, performance, answers)
    const isKept = await keepUnsent(unsent)
    if (isKept) dropPerformance(key)
    const outcome = await sendUnsent(unsent, send)
    if (outcome.kind === 'recorded') dropPerformance(key)
    if (!isHere.current) return null // the sign at the top tells it
    setIsSending(false)
    if (outcome.kind === 'recorded') sent.recorded(outcome.logId)
    else if (outcome.kind === 'waiting' && isKept) sent.waiting(unsent.clientKey)
    else {
      // Back into the form that is open: here it is looked at, and sent again.
      keepPerformance(key, performance)
      await dropUnsent(unsent.clientKey)
      setFailure(outcome.failure)
      return outcome.failure
    }
    return null
  }
  return { sendOff, isSending, failure, forgetFailure: () => setFailure(null) }
}

export const whereOf = ({ kind, id }: Place): { equipmentId: number } | { locationId: number } =>
  kind === 'equipment' ? { equipmentId: id } : { locationId: id }

function unsentOf(
  procedure: ProcedureDetail,
  { companyId, userId, place }: PerformanceKey,
  placeName: string,
  performance: Performance & { doneAt: string },
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
  const used = performance.used ?? []
  return {
    clientKey: performance.clientKey,
    companyId,
    userId,
    procedureName: procedure.name,
    placeName,
    refused: null,
    address: pathTo(
      'procedurePerform',
      { procedureId: procedure.id },
      { ...whereOf(place), again: performance.clientKey },
    ),
    draft: JSON.stringify(performance),
    files: filesHere(performance.files).filter(({ id }) => named.has(id)),
    submission: {
      clientKey: performance.clientKey,
      procedureId: procedure.id,
      procedureVersion: performance.procedureVersion,
      startedAt: performance.startedAt,
      doneAt: performance.doneAt,
      equipmentId: place.kind === 'equipment' ? place.id : null,
      locationId: place.kind === 'location' ? place.id : null,
      answers,
      ...(used.length > 0 && {
        used: used.map((line) => ({ ...line, itemId: asId('inventoryItem', line.itemId) })),
      }),
    },
  }
}
