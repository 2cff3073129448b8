import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportedInput } from '#contract/listExports.ts'
import { ticketPriorities, type TicketPriority } from '#contract/rules/ticketDue.ts'
import { ticketLayouts } from '#contract/rules/ticketFilters.ts'
import { ticketCategories } from '#contract/tickets.ts'
import { EquipmentPicker, OrgEntityPicker, UserPicker } from '#entities/pickers/pickers.tsx'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { LocationPickerInBar } from '#entities/pickers/LocationPickerInBar.tsx'
import { PriorityMark } from '#entities/tickets/PriorityMark.tsx'
import { TicketTypePicker } from '#entities/tickets/TicketTypePicker.tsx'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { loadPartLater } from '#lib/lateFiles.ts'
import { LateCheckbox, LateSegmented } from '#ui/lateParts.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { omittedTags } from '#ui/list/omittedTags.tsx'
import { foundBy } from '#ui/form/foundBy.ts'
import { Select } from '#ui/form/Select.tsx'
import { NOBODY, type TicketsState } from './ticketsAddress.ts'

// Shown for ticket types with such lists, so the first screen does not wait for it.
const FailureFilter = loadPartLater(() =>
  import('./FailureFilter.tsx').then((file) => ({ default: file.FailureFilter })),
)
const OwnFieldFilter = loadPartLater(() =>
  import('#entities/metadata/OwnFieldFilter.tsx').then((file) => ({
    default: file.OwnFieldFilter,
  })),
)

const OwnColumnPicker = loadPartLater(() =>
  import('#entities/metadata/OwnColumns.tsx').then((file) => ({ default: file.OwnColumnPicker })),
)

interface Props {
  state: TicketsState
  change: (patch: Partial<TicketsState>, options?: { push?: boolean }) => void
  onClear: (() => void) | undefined
  asked: Extract<ExportedInput, { list: 'tickets' }>['question']
}

export function TicketFilters({ state, change, onClear, asked }: Props) {
  const { t } = useTranslation(['tickets', 'common'])
  const { data: types, isFetching } = ticketCalls.useGetTicketTypesQuery()
  const narrow = (patch: Partial<TicketsState>) => change({ ...patch, page: 1 }, { push: true })
  // States of the chosen types, or of all types if none is chosen, labelled with their type.
  const offered = (types?.rows ?? []).filter(
    ({ id }) => state.types.length === 0 || state.types.includes(id),
  )
  const isMine = state.list === 'mine'
  const only = (flag: 'overdue' | 'repeated' | 'reported' | 'unable') => (
    <LateCheckbox
      checked={state[flag]}
      onChange={({ target }) => narrow({ [flag]: target.checked })}
    >
      {t(`only.${flag}`)}
    </LateCheckbox>
  )
  const more = (
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
        {only('repeated')}
        {only('reported')}
        {!isMine && only('unable')}
      </Suspense>
    </>
  )
  const used = [
    state.category !== 'any',
    state.equipment.length > 0,
    state.place.length > 0,
    state.org.length > 0,
    state.ownField !== null,
    state.failure.length > 0,
    state.repeated,
    state.reported,
    state.unable,
  ].filter(Boolean).length
  return (
    <FilterBar
      search={state.search}
      onSearch={(search) => change({ search, page: 1 })}
      searchLabel={t('search')}
      onClear={onClear}
      more={{ filters: more, used }}
      end={
        <>
          <Suspense fallback={null}>
            <LateSegmented
              aria-label={t('view.label')}
              value={state.view}
              onChange={(view) =>
                change({ view: ticketLayouts.find((one) => one === view) }, { push: true })
              }
              options={ticketLayouts.map((value) => ({ value, label: t(`view.${value}`) }))}
            />
          </Suspense>
          {state.view === 'list' && (
            <Suspense fallback={null}>
              <OwnColumnPicker
                of="ticket"
                ids={state.columns}
                onChange={(columns) => change({ columns }, { push: true })}
              />
            </Suspense>
          )}
          <ExportButton lists={[{ list: 'tickets', question: asked }]} />
        </>
      }
    >
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
        {only('overdue')}
        {!isMine && (
          <LateCheckbox
            checked={state.assignees.includes(NOBODY)}
            onChange={({ target }) => narrow({ assignees: target.checked ? [NOBODY] : [] })}
          >
            {t('only.unassigned')}
          </LateCheckbox>
        )}
      </Suspense>
    </FilterBar>
  )
}
