/** The fields of the ticket list's filters. They load after the list. */
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ticketPriorities, type TicketPriority } from '#contract/rules/ticketDue.ts'
import { ticketCategories } from '#contract/tickets.ts'
import { EquipmentPicker, OrgEntityPicker, UserPicker } from '#entities/pickers/pickers.tsx'
import { LocationPickerInBar } from '#entities/pickers/LocationPickerInBar.tsx'
import { PriorityMark } from '#entities/tickets/PriorityMark.tsx'
import { TicketTypePicker } from '#entities/tickets/TicketTypePicker.tsx'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { loadPartLater } from '#lib/lateFiles.ts'
import { LateCheckbox } from '#ui/lateParts.tsx'
import { omittedTags } from '#ui/list/omittedTags.tsx'
import { foundBy } from '#ui/form/foundBy.ts'
import { Select } from '#ui/form/Select.tsx'
import { NOBODY, type TicketsState } from './ticketsAddress.ts'

// Shown for ticket types with such lists, so the other filters do not wait for it.
const FailureFilter = loadPartLater(() =>
  import('./FailureFilter.tsx').then((file) => ({ default: file.FailureFilter })),
)
const OwnFieldFilter = loadPartLater(() =>
  import('#entities/metadata/OwnFieldFilter.tsx').then((file) => ({
    default: file.OwnFieldFilter,
  })),
)

interface Props {
  state: TicketsState
  narrow(patch: Partial<TicketsState>): void
}

/** States of the chosen types, or of all types if none is chosen, labelled with their type. */
function useOffered({ types }: TicketsState) {
  const { data, isFetching } = ticketCalls.useGetTicketTypesQuery()
  const offered = (data?.rows ?? []).filter(({ id }) => types.length === 0 || types.includes(id))
  return { offered, isFetching }
}

export function CommonTicketFilters({ state, narrow }: Props) {
  const { t } = useTranslation(['tickets', 'common'])
  const { offered, isFetching } = useOffered(state)
  return (
    <>
      <TicketTypePicker
        multiple
        label={t('column.type')}
        value={state.types}
        onChange={(chosen: number[]) => narrow({ types: chosen, states: [] })}
      />
      <Select<number[]>
        mode="multiple"
        maxTagCount="responsive"
        maxTagPlaceholder={omittedTags}
        allowClear
        aria-label={t('column.state')}
        placeholder={t('column.state')}
        popupMatchSelectWidth={false}
        style={{ minInlineSize: 140 }}
        value={state.states}
        onChange={(states) => narrow({ states })}
        filterOption={foundBy('label')}
        labelRender={({ label }) => label ?? (isFetching ? '…' : t('common:unknownName'))}
        options={offered.map((type) => ({
          label: type.name,
          options: type.states.map((one) => ({ value: one.id, label: one.name })),
        }))}
      />
      <Select<TicketPriority[]>
        mode="multiple"
        maxTagCount="responsive"
        maxTagPlaceholder={omittedTags}
        allowClear
        showSearch={false}
        aria-label={t('column.priority')}
        placeholder={t('column.priority')}
        popupMatchSelectWidth={false}
        style={{ minInlineSize: 130 }}
        value={state.priorities}
        onChange={(priorities) => narrow({ priorities })}
        options={ticketPriorities.map((priority) => ({
          value: priority,
          label: <PriorityMark priority={priority} />,
        }))}
      />
      <UserPicker
        multiple
        label={t('column.assignee')}
        value={state.assignees.filter((id) => id !== NOBODY)}
        onChange={(assignees: number[]) => narrow({ assignees })}
      />
      <Suspense fallback={null}>
        <OnlyFilter of="overdue" state={state} narrow={narrow} />
        {state.list !== 'mine' && (
          <LateCheckbox
            checked={state.assignees.includes(NOBODY)}
            onChange={({ target }) => narrow({ assignees: target.checked ? [NOBODY] : [] })}
          >
            {t('only.unassigned')}
          </LateCheckbox>
        )}
      </Suspense>
    </>
  )
}

export function MoreTicketFilters({ state, narrow }: Props) {
  const { t } = useTranslation('tickets')
  const { offered } = useOffered(state)
  return (
    <>
      <Select
        aria-label={t('category.label')}
        popupMatchSelectWidth={false}
        value={state.category}
        onChange={(category) => narrow({ category })}
        options={(['any', ...ticketCategories] as const).map((category) => ({
          value: category,
          label: t(`category.${category}`),
        }))}
      />
      <EquipmentPicker
        multiple
        value={state.equipment}
        onChange={(equipment: number[]) => narrow({ equipment })}
      />
      <LocationPickerInBar
        multiple
        value={state.place}
        onChange={(place: number[]) => narrow({ place })}
      />
      <OrgEntityPicker multiple value={state.org} onChange={(org: number[]) => narrow({ org })} />
      <Suspense fallback={null}>
        <OwnFieldFilter
          of="ticket"
          fieldId={state.ownField}
          text={state.ownText}
          onChange={narrow}
        />
        {(state.failure.length > 0 ||
          offered.some(({ failureCodes }) => failureCodes.length > 0)) && (
          <FailureFilter
            types={offered}
            value={state.failure}
            onChange={(failure) => narrow({ failure })}
          />
        )}
        <OnlyFilter of="repeated" state={state} narrow={narrow} />
        <OnlyFilter of="reported" state={state} narrow={narrow} />
        {state.list !== 'mine' && <OnlyFilter of="unable" state={state} narrow={narrow} />}
      </Suspense>
    </>
  )
}

function OnlyFilter({
  of: flag,
  state,
  narrow,
}: Props & { of: 'overdue' | 'repeated' | 'reported' | 'unable' }) {
  const { t } = useTranslation('tickets')
  return (
    <LateCheckbox
      checked={state[flag]}
      onChange={({ target }) => narrow({ [flag]: target.checked })}
    >
      {t(`only.${flag}`)}
    </LateCheckbox>
  )
}
