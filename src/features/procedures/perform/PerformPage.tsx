import { useParams } from 'react-router-dom'
import { procedures, type ProcedureDetail } from '#contract/procedures/procedures.ts'
import { isApiFailure } from '#api/http.ts'
import { injectContract } from '#api/api.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { ErrorState, LoadingState, NoRight } from '#ui/feedback/states.tsx'
import { useAddressState } from '#lib/addressState.ts'
import { performAddress } from './address.ts'
import { ChoosePlace } from './ChoosePlace.tsx'
import { LeftAnswers } from './LeftAnswers.tsx'
import { PerformForm } from './PerformForm.tsx'
import { PerformResult } from './PerformResult.tsx'
import { PerformWaiting } from './PerformWaiting.tsx'
import { Retired } from './Retired.tsx'
import { RestoredAnswers } from './RestoredAnswers.tsx'
import { IfFor } from './WrongThing.tsx'
import { performDraft } from './performDrafts.ts'
import type { Place } from './performDraft.ts'
import styles from './perform.module.css'

const { useGetProcedureQuery } = injectContract(procedures)

export function PerformPage() {
  return (
    <div className={styles.performScroll}>
      <Performing />
    </div>
  )
}

function Performing() {
  const procedureId = Number(useParams()['procedureId'])
  const [{ equipmentId, locationId, again: taken, waiting, logId, round, of, ticketId }] =
    useAddressState(performAddress)
  const claims = useClaims()
  const mayPerform = useMay('performer|procedures')
  const { data: procedure, error, refetch } = useGetProcedureQuery({ params: { id: procedureId } })

  // Before the permission check: a user who lost the permission must still see the submission
  // stored on this device.
  if (waiting !== '')
    return <PerformWaiting clientKey={waiting} procedureId={procedureId} ticketId={ticketId} />
  if (!mayPerform) return <NoRight />
  if (logId !== null) return <PerformResult logId={logId} ticketId={ticketId} />
  if (procedure === undefined && isApiFailure(error) && error.status === 404 && claims !== null) {
    const place = placeOf(equipmentId, locationId, 'either')
    if (taken !== '')
      return <PerformWaiting clientKey={taken} procedureId={procedureId} isUnreachable />
    if (place !== null)
      return (
        <LeftAnswers
          draftKey={{ companyId: claims.companyId, userId: claims.userId, procedureId, place }}
        />
      )
  }
  if (procedure === undefined && error !== undefined)
    return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (procedure === undefined || claims === null) return <LoadingState />
  const place = placeOf(equipmentId, locationId, procedure.target)
  if (place === null && !procedure.isActive) return <Retired />
  if (place === null) return <ChoosePlace procedure={procedure} />
  const again = taken === '' ? undefined : taken
  const key = {
    companyId: claims.companyId,
    userId: claims.userId,
    procedureId: procedure.id,
    place,
    again,
  }
  const form = (
    <IfFor
      key={`${place.kind}:${place.id}`}
      procedure={procedure}
      place={place}
      round={round}
      roundOf={of}
      isBegun={again !== undefined || performDraft(key) !== null}
    >
      {(gone) => (
        <PerformForm
          key={`${procedure.id}:${place.kind}:${place.id}:${again ?? ''}`}
          procedure={procedure}
          place={place}
          companyId={claims.companyId}
          userId={claims.userId}
          again={again}
          round={round}
          roundOf={of}
          ticketId={ticketId}
          gone={gone}
          onProcedureStale={() => void refetch()}
        />
      )}
    </IfFor>
  )
  return again === undefined ? (
    form
  ) : (
    <RestoredAnswers key={again} clientKey={again} performDraftKey={key}>
      {form}
    </RestoredAnswers>
  )
}

/** Returns null if the address names equipment or a location that does not fit the procedure. */
function placeOf(
  equipmentId: number | null,
  locationId: number | null,
  target: ProcedureDetail['target'],
): Place | null {
  if (equipmentId !== null && target !== 'location') return { kind: 'equipment', id: equipmentId }
  return locationId === null || target === 'equipment' ? null : { kind: 'location', id: locationId }
}
