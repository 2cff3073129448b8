/**
 * Warns before the work starts that the procedure does not apply to this equipment, or that the
 * equipment is gone.
 */
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import { isFor } from '#contract/rules/procedureFor.ts'
import { isApiFailure } from '#api/http.ts'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { locationCalls } from '#entities/calls/locations.ts'
import { roundAddress, type RoundPlace } from '#entities/recurrence/round.ts'
import { useAddressState } from '#lib/addressState.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { EmptyState, LoadingState } from '#ui/feedback/states.tsx'
import { performAddress } from './address.ts'
import type { Place } from './performDraft.ts'

/**
 * `children` renders the form. A form with answers stays if its equipment is deleted; `gone`
 * replaces it while nothing is answered.
 */
export function IfFor({
  procedure,
  place,
  round,
  roundOf,
  isBegun,
  children,
}: {
  procedure: ProcedureDetail
  place: Place
  round: readonly RoundPlace[]
  roundOf: number | null
  isBegun: boolean
  children: (gone: ReactNode) => ReactNode
}) {
  const { thing, failure } = usePlaceRow(place)
  // The form queries the equipment too, and its mount refetches after a failure. Without this flag
  // the loading state would unmount the form, in an endless loop.
  const [hasAnswered, setHasAnswered] = useState(false)
  if (!hasAnswered && (thing !== undefined || failure !== undefined)) setHasAnswered(true)
  const isGone = isApiFailure(failure) && failure.status === 404
  const [isOpen, setIsOpen] = useState(isBegun)
  const gone = isGone && <GoneThing procedureId={procedure.id} round={round} roundOf={roundOf} />
  if (gone !== false && !isOpen) return gone
  if (!hasAnswered) return <LoadingState />
  // If the equipment did not load, the server decides when the log is sent.
  const isFit = thing?.typeId === undefined || isFor(procedure, thing.typeId)
  if (isFit && !isOpen) setIsOpen(true)
  return isFit || isOpen ? (
    children(gone === false ? null : gone)
  ) : (
    <WrongThing procedure={procedure.name} thing={thing.name} type={thing.type} />
  )
}

/** Loads the row. Only equipment has a `typeId`; procedures do not restrict location types. */
function usePlaceRow({ kind, id }: Place) {
  const isEquipment = kind === 'equipment'
  const { data: item, error: itemError } = equipmentCalls.useGetEquipmentQuery(
    { params: { id } },
    { skip: !isEquipment },
  )
  const { data: location, error: locationError } = locationCalls.useGetLocationQuery(
    { params: { id } },
    { skip: isEquipment },
  )
  const thing = isEquipment
    ? item && { name: item.name, type: item.type.name, typeId: item.type.id }
    : location && { name: location.name, type: location.type.name }
  return { thing, failure: isEquipment ? itemError : locationError }
}

function GoneThing({
  procedureId,
  round,
  roundOf,
}: {
  procedureId: number
  round: readonly RoundPlace[]
  roundOf: number | null
}) {
  const { t } = useTranslation(['procedures', 'today'])
  const [, change] = useAddressState(performAddress)
  return (
    <EmptyState
      isPage
      title={t('perform.gone')}
      hint={t('perform.goneHint')}
      action={
        roundOf === null ? (
          <Button
            type="primary"
            onClick={() => change({ equipmentId: null, locationId: null, again: '' })}
          >
            {t('perform.chooseOther')}
          </Button>
        ) : (
          <LinkButton type="primary" to={roundAddress(procedureId, round, roundOf)}>
            {t(round.length > 0 ? 'today:skip' : 'today:end')}
          </LinkButton>
        )
      }
    />
  )
}

function WrongThing({
  procedure,
  thing,
  type,
}: {
  procedure: string
  thing: string
  type: string
}) {
  const { t } = useTranslation('procedures')
  const [, change] = useAddressState(performAddress)
  return (
    <EmptyState
      isPage
      title={t('perform.wrongType', { thing, type })}
      hint={t('perform.wrongTypeHint', { procedure })}
      action={
        <Button type="primary" onClick={() => change({ equipmentId: null })}>
          {t('perform.chooseOther')}
        </Button>
      }
    />
  )
}
