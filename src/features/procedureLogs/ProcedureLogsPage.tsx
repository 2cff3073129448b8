import { Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ProcedureLogRow } from '#contract/procedures/procedureLogs.ts'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { procedureLogCalls } from '#entities/procedureLogs/calls.ts'
import { useLogColumns } from '#entities/procedureLogs/useLogColumns.tsx'
import { EquipmentPicker } from '#entities/pickers/pickers.tsx'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { EntityTable } from '#ui/list/EntityTable.tsx'
import { RangeField } from '#ui/dates/RangeField.tsx'
import { useWholeRange } from '#ui/dates/useWholeRange.ts'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { useListAddress, withoutPaging } from '#ui/list/listAddress.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { LogPanel } from './LogPanel.tsx'
import { logsAddress, logsQuestion, noLogsFilters } from './logsAddress.ts'

const allColumns = ['procedure', 'place', 'score', 'tickets', 'doneBy', 'doneAt'] as const
const besidePanel = ['procedure', 'place', 'score', 'doneAt'] as const
const limits = [100, 85, 60, 40]

export function ProcedureLogsPage() {
  const { t } = useTranslation(['procedureLogs', 'titles'])
  const { state, change, paging, question, linkTo } = useListAddress(logsAddress)
  const { timeZone } = useFormat()
  useWholeRange(state, change)
  const asked = { ...question, ...logsQuestion(state, timeZone) }
  const query = procedureLogCalls.useListProcedureLogsQuery({ body: asked })
  const isNarrowed =
    state.procedures.length + state.equipment.length + state.locations.length > 0 ||
    state.search !== '' ||
    state.below !== null ||
    state.who !== 'all' ||
    state.from !== ''
  const handleClear = () => change(noLogsFilters)
  const narrow = (patch: Parameters<typeof change>[0]) =>
    change({ ...patch, page: 1 }, { push: true })
  const columns = useLogColumns(state.id === null ? allColumns : besidePanel)
  return (
    <Page
      title={t('title')}
      actions={<LinkButton to={pathTo('signedLogs')}>{t('titles:signedLogs')}</LinkButton>}
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('search')}
          onClear={isNarrowed ? handleClear : undefined}
          end={
            <ExportButton
              lists={[
                { list: 'procedureLogs', question: withoutPaging(asked) },
                { list: 'procedureAnswers', question: withoutPaging(asked) },
              ]}
            />
          }
        >
          <ProcedurePicker
            multiple
            value={state.procedures}
            onChange={(procedures: number[]) => narrow({ procedures })}
          />
          <EquipmentPicker
            multiple
            value={state.equipment}
            onChange={(equipment: number[]) => narrow({ equipment })}
          />
          <LocationTreePicker
            multiple
            value={state.locations}
            onChange={(locations: number[]) => narrow({ locations })}
          />
          <Select<number>
            allowClear
            placeholder={t('scoreBelow')}
            aria-label={t('scoreBelow')}
            value={state.below}
            onChange={(below) => narrow({ below: below ?? null })}
            popupMatchSelectWidth={false}
            options={limits.map((limit) => ({ value: limit, label: t('below', { limit }) }))}
          />
          <RangeField
            aria-label={t('range')}
            value={state}
            placeholder={[t('from'), t('to')]}
            onChange={narrow}
          />
          <Segmented
            aria-label={t('who')}
            value={state.who}
            onChange={(who) => narrow({ who })}
            options={[
              { value: 'all' as const, label: t('all') },
              { value: 'me' as const, label: t('mine') },
            ]}
          />
        </FilterBar>
      }
      panel={
        state.id !== null && (
          <LogPanel logId={state.id} onClose={() => change({ id: null }, { push: true })} />
        )
      }
    >
      <EntityTable<ProcedureLogRow>
        label={t('title')}
        columns={columns}
        query={query}
        paging={paging}
        currentId={state.id}
        linkTo={linkTo}
        onOpen={(row) => change({ id: row.id }, { push: true })}
        empty={
          isNarrowed ? (
            <NothingFound onClear={handleClear} />
          ) : (
            <EmptyState title={t('emptyTitle')} hint={t('emptyHint')} />
          )
        }
      />
    </Page>
  )
}
