import { PlusOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Rrule } from '#contract/rrules/rruleShapes.ts'
import { pathTo } from '#lib/paths.ts'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { useMay } from '#entities/session/useSession.ts'
import { EntityTable } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { useListAddress, withoutPaging } from '#ui/list/listAddress.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { ruleStates, schedulesAddress } from './address.ts'
import { calendarViews } from './calendar/calendarDays.ts'
import { ScheduleCalendar } from './calendar/ScheduleCalendar.tsx'
import { SchedulePanel } from './SchedulePanel.tsx'
import { useScheduleColumns } from './useScheduleColumns.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'

export function SchedulesPage() {
  const { t } = useTranslation(['schedules', 'titles'])
  const mayEdit = useMay('editor|schedules')
  const { state, change, paging, question, linkTo } = useListAddress(schedulesAddress)
  const asked = {
    ...question,
    ...(state.procedure.length === 0 ? {} : { procedureIds: state.procedure }),
    ...(state.state === 'any' ? {} : { isActive: state.state === 'active' }),
  }
  const query = rruleCalls.useListRrulesQuery({ body: asked }, { skip: state.view !== 'list' })
  const { data } = query
  const columns = useScheduleColumns()
  const isNarrowed = state.search !== '' || state.procedure.length > 0 || state.state !== 'any'
  const handleClear = () =>
    change({ search: '', procedure: [], state: 'any', page: 1 }, { push: true })
  const panel = state.id !== null && (
    <SchedulePanel
      key={state.id}
      id={state.id}
      tab={state.tab}
      date={state.date}
      onTab={(tab) => change({ tab })}
      onAllDates={() => change({ date: '' }, { push: true })}
      onClose={() => change({ id: null, tab: 'facts', date: '' }, { push: true })}
    />
  )
  return (
    <Page
      title={t('titles:schedules')}
      hint={
        data === undefined || state.view !== 'list'
          ? undefined
          : t('countOf', { count: data.count })
      }
      panel={panel}
      actions={
        <>
          <LinkButton to={pathTo('scheduleChecks')}>{t('checks.link')}</LinkButton>
          <LinkButton to={pathTo('equipmentSchedules')}>{t('byEquipment')}</LinkButton>
          {mayEdit && (
            <LinkButton
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              to={pathTo('scheduleNew')}
            >
              {t('add')}
            </LinkButton>
          )}
        </>
      }
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('searchLabel')}
          onClear={isNarrowed ? handleClear : undefined}
          end={
            <>
              {state.view === 'list' && (
                <ExportButton lists={[{ list: 'schedules', question: withoutPaging(asked) }]} />
              )}
              <Segmented
                aria-label={t('calendar.view.label')}
                value={state.view}
                onChange={(view) => change({ view }, { push: true })}
                options={calendarViews.map((one) => ({
                  value: one,
                  label: t(`calendar.view.${one}`),
                }))}
              />
            </>
          }
        >
          <ProcedurePicker
            multiple
            label={t('column.procedure')}
            value={state.procedure}
            onChange={(procedure: number[]) => change({ procedure, page: 1 }, { push: true })}
          />
          {state.view === 'list' && (
            <Segmented
              aria-label={t('column.active')}
              value={state.state}
              onChange={(next) => change({ state: next, page: 1 }, { push: true })}
              options={ruleStates.map((one) => ({ value: one, label: t(`state.${one}`) }))}
            />
          )}
        </FilterBar>
      }
    >
      {state.view === 'list' ? (
        <EntityTable<Rrule>
          label={t('titles:schedules')}
          columns={columns}
          query={query}
          paging={paging}
          currentId={state.id}
          linkTo={linkTo}
          onOpen={(row) => change({ id: row.id, date: '' }, { push: true })}
          empty={
            isNarrowed ? <NothingFound onClear={handleClear} /> : <NoSchedules mayEdit={mayEdit} />
          }
        />
      ) : (
        <ScheduleCalendar
          view={state.view}
          day={state.day}
          procedureIds={state.procedure}
          search={state.search}
          onDay={(day) => change({ day }, { push: true })}
          onWeek={(day) => change({ day, view: 'week' }, { push: true })}
          onOpen={(id, date) =>
            change(
              { id, tab: date === undefined ? 'dates' : 'occurrences', date: date ?? '' },
              { push: true },
            )
          }
        />
      )}
    </Page>
  )
}

function NoSchedules({ mayEdit }: { mayEdit: boolean }) {
  const { t } = useTranslation('schedules')
  return (
    <EmptyState
      title={t('emptyTitle')}
      hint={t('emptyHint')}
      action={mayEdit && <Link to={pathTo('scheduleNew')}>{t('add')}</Link>}
    />
  )
}
