import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Input } from '#contract/endpoint.ts'
import { outcomes } from '#contract/recurrence/kinds.ts'
import type { rrules } from '#contract/rrules/rrules.ts'
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { OccurrenceStateTag } from '#entities/recurrence/OccurrenceStateTag.tsx'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { useListAddress } from '#ui/list/listAddress.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import { When } from '#ui/page/marks.tsx'
import { RangeField } from '#ui/dates/RangeField.tsx'
import { useWholeRange } from '#ui/dates/useWholeRange.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { checksAddress, checksQuestion, noChecksFilters } from './checksAddress.ts'

export function ChecksPage() {
  const { t } = useTranslation(['schedules', 'titles', 'common'])
  const { timeZone } = useFormat()
  const { state, change, paging, question } = useListAddress(checksAddress)
  useWholeRange(state, change)
  const body = { ...question, ...checksQuestion(state, timeZone) }
  const query = rruleCalls.useListOccurrencesQuery({ body })
  const narrow = (patch: Parameters<typeof change>[0]) =>
    change({ ...patch, page: 1 }, { push: true })
  const handleClear = () => change(noChecksFilters, { push: true })
  const isNarrowed =
    state.search !== '' ||
    state.outcome !== 'any' ||
    state.procedure.length > 0 ||
    state.place !== null ||
    state.from !== ''
  return (
    <Page
      title={t('titles:scheduleChecks')}
      back={{ to: pathTo('schedules'), label: t('titles:schedules') }}
      hint={<Share body={body} />}
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('checks.searchLabel')}
          onClear={isNarrowed ? handleClear : undefined}
        >
          <ProcedurePicker
            multiple
            label={t('column.procedure')}
            value={state.procedure}
            onChange={(procedure: number[]) => narrow({ procedure })}
          />
          <LocationTreePicker
            value={state.place}
            onChange={(place: number | null) => narrow({ place })}
          />
          <RangeField
            aria-label={t('checks.range')}
            value={state}
            placeholder={[t('checks.from'), t('checks.to')]}
            onChange={narrow}
          />
          <Segmented
            aria-label={t('checks.outcomeLabel')}
            value={state.outcome}
            onChange={(outcome) => narrow({ outcome })}
            options={outcomes.map((one) => ({ value: one, label: t(`checks.outcome.${one}`) }))}
          />
        </FilterBar>
      }
    >
      <EntityTable<OccurrenceRow>
        label={t('titles:scheduleChecks')}
        columns={useColumns()}
        query={query}
        paging={paging}
        linkTo={pathOfCheck}
        empty={
          isNarrowed ? (
            <NothingFound onClear={handleClear} />
          ) : (
            <EmptyState title={t('noOccurrences')} hint={t('noOccurrencesHint')} />
          )
        }
      />
    </Page>
  )
}

/**
 * Path of the procedure log, or of the date in its schedule if none exists; the check can be
 * performed there.
 */
const pathOfCheck = (row: OccurrenceRow): string =>
  row.procedureLogId === null
    ? pathTo('schedules', undefined, { id: row.rruleId, tab: 'occurrences', date: row.at })
    : pathTo('procedureLog', { procedureLogId: row.procedureLogId })

type ListBody = Input<typeof rrules.listOccurrences>['body']

/** The percentage as on Today, independent of the outcome filter. */
function Share({ body }: { body: ListBody }) {
  const { t } = useTranslation('schedules')
  const format = useFormat()
  const countOf = { ...body, limit: 1, offset: 0 }
  const all = answerToShow(
    rruleCalls.useListOccurrencesQuery({ body: { ...countOf, outcome: 'any' } }),
  )
  const inTime = answerToShow(
    rruleCalls.useListOccurrencesQuery({ body: { ...countOf, outcome: 'inTime' } }),
  )
  if (all === undefined || inTime === undefined || all.count === 0) return null
  return t('checks.share', {
    done: format.number(inTime.count),
    all: format.number(all.count),
    share: format.percent(Math.round((100 * inTime.count) / all.count)),
  })
}

function useColumns(): Column<OccurrenceRow>[] {
  const { t } = useTranslation(['schedules', 'common'])
  return [
    {
      key: 'thing',
      title: t('checks.thing'),
      phone: 'title',
      render: (row) => <bdi>{row.equipment?.name ?? row.location?.name}</bdi>,
    },
    {
      key: 'procedure',
      title: t('column.procedure'),
      sortable: true,
      render: (row) => <bdi>{row.procedure.name}</bdi>,
    },
    {
      key: 'place',
      title: t('common:location'),
      roomy: true,
      phone: 'hidden',
      render: (row) =>
        row.place === null ? <span className="quiet">—</span> : <bdi>{row.place}</bdi>,
    },
    {
      key: 'dueBy',
      title: t('checks.dueBy'),
      sortable: true,
      render: (row) => <When at={row.dueBy} as="dateTime" />,
    },
    {
      key: 'doneAt',
      title: t('checks.doneAt'),
      render: (row) => <When at={row.doneAt} as="dateTime" none="—" />,
    },
    {
      key: 'state',
      title: t('checks.state'),
      saysItself: true,
      phone: 'aside',
      render: (row) => <OccurrenceStateTag occurrence={row} />,
    },
  ]
}
