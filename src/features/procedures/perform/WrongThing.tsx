/** Says before any work is done that the procedure is not for this thing. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProcedureDetail } from '#contract/procedures'
import { isFor } from '#contract/rules/procedureFor'
import { equipmentCalls } from '../../../entities/calls.ts'
import { useAddressState } from '../../../lib/addressState.ts'
import { EmptyState, LoadingState } from '../../../ui/states.tsx'
import { performAddress } from './address.ts'
import type { Place } from './performDraft.ts'

/** `children`: the form, where it may be filled in. */
export function IfFor({
  procedure,
  place,
  children,
}: {
  procedure: ProcedureDetail
  place: Place
  children: ReactNode
}) {
  const isOpen = place.kind === 'location' || procedure.equipmentTypeIds.length === 0
  const { data: thing, isLoading } = equipmentCalls.useGetEquipmentQuery(
    { params: { id: place.id } },
    { skip: isOpen },
  )
  if (isOpen) return children
  if (isLoading) return <LoadingState />
  // Without an answer the server decides when it is sent.
  return thing === undefined || isFor(procedure, thing.type.id) ? (
    children
  ) : (
    <WrongThing procedure={procedure.name} thing={thing.name} type={thing.type.name} />
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
