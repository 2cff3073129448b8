import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportedInput } from '#contract/listExports.ts'
import { ticketLayouts } from '#contract/rules/ticketFilters.ts'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { loadPartLater } from '#lib/lateFiles.ts'
import { LateSegmented } from '#ui/lateParts.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import type { TicketsState } from './ticketsAddress.ts'

const CommonTicketFilters = loadPartLater(() =>
  import('./TicketFilterFields.tsx').then((file) => ({ default: file.CommonTicketFilters })),
)
const MoreTicketFilters = loadPartLater(() =>
  import('./TicketFilterFields.tsx').then((file) => ({ default: file.MoreTicketFilters })),
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
  const { t } = useTranslation('tickets')
  const narrow = (patch: Partial<TicketsState>) => change({ ...patch, page: 1 }, { push: true })
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
      more={{
        filters: (
          <Suspense fallback={null}>
            <MoreTicketFilters state={state} narrow={narrow} />
          </Suspense>
        ),
        used,
      }}
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
      <Suspense fallback={null}>
        <CommonTicketFilters state={state} narrow={narrow} />
      </Suspense>
    </FilterBar>
  )
}
