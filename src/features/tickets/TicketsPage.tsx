import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ticketLists } from '#contract/rules/ticketFilters.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useOwnColumns } from '#entities/metadata/useOwnColumns.tsx'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { ageWarning, titleWithoutTarget } from '#entities/tickets/ticketFace.ts'
import { RepeatMark } from '#entities/tickets/RepeatMark.tsx'
import { PriorityMark } from '#entities/tickets/PriorityMark.tsx'
import { TicketDue } from '#entities/tickets/TicketDue.tsx'
import { LateTabs } from '#ui/lateParts.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { useListAddress, withoutPaging } from '#ui/list/listAddress.ts'
import { prefetchWhenIdle, loadPartLater } from '#lib/lateFiles.ts'
import { ColourTag, PersonName, StatusTag, When } from '#ui/page/marks.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, LoadingState, NothingFound } from '#ui/feedback/states.tsx'
import { useTicketSelection } from './useTicketSelection.ts'
import { TicketFilters } from './TicketFilters.tsx'
import { useOpensDefaultView } from './views/useOpensDefaultView.ts'
import {
  isNarrowed,
  noFilters,
  ticketsQuestion,
  ticketsShape,
  type TicketsState,
} from './ticketsAddress.ts'
import styles from '#ui/page/Page.module.css'
import parts from './tickets.module.css'

// Loaded after the list, so that the panels are ready when the user opens one.
const NewTicketPanel = loadPartLater(() =>
  import('./NewTicketPanel.tsx').then((file) => ({ default: file.NewTicketPanel })),
)
const TicketPanel = loadPartLater(() =>
  import('./TicketPanel.tsx').then((file) => ({ default: file.TicketPanel })),
)

const BulkTickets = loadPartLater(() =>
  import('./batch/BulkTickets.tsx').then((file) => ({ default: file.BulkTickets })),
)

const ViewsButton = loadPartLater(() =>
  import('./views/ViewsButton.tsx').then((file) => ({ default: file.ViewsButton })),
)

const TicketBoard = loadPartLater(() =>
  import('./board/TicketBoard.tsx').then((file) => ({ default: file.TicketBoard })),
)

const besidePanel = ['title', 'state', 'assignee']

export function TicketsPage() {
  const { t } = useTranslation('tickets')
  const { state, change, paging, question, linkTo } = useListAddress(ticketsShape)
  const asked = { ...question, ...ticketsQuestion(state) }
  const own = useOwnColumns('ticket', state.columns)
  const query = ticketCalls.useListTicketsQuery(
    { body: { ...asked, ...own.question } },
    { skip: state.view === 'board' },
  )
  const isDeciding = useOpensDefaultView()
  const isThere = query.data !== undefined
  useEffect(() => {
    if (isThere) prefetchWhenIdle(TicketPanel.fetch, NewTicketPanel.fetch)
  }, [isThere])
  const mayEdit = useMay('editor|tickets')
  const { sort: _sort, ...matching } = withoutPaging(asked)
  const selection = useTicketSelection(query.data?.rows ?? [], JSON.stringify(matching))
  const handleClear = () => change(noFilters)
  const isBesidePanel = state.new || state.id !== null
  const columns = useColumns(isBesidePanel)
  const panel = state.new ? (
    <NewTicketPanel
      onClose={() => change({ new: false }, { push: true })}
      onOpened={(id) => change({ new: false, list: 'all', id })}
    />
  ) : state.id === null ? null : (
    <TicketPanel
      key={state.id}
      ticketId={state.id}
      tab={state.tab}
      isEditing={state.edit}
      onTab={(tab) => change({ tab })}
      onEdit={(edit) => change({ edit }, { push: edit })}
      onClose={() => change({ id: null, edit: false, tab: 'facts' }, { push: true })}
    />
  )
  return (
    <Page
      title={t('title')}
      actions={
        <AddButton onClick={() => change({ new: true }, { push: true })}>{t('new')}</AddButton>
      }
      filters={
        <>
          <div className={parts.lists}>
            <Suspense fallback={<div className={styles.pageTabsPlace} />}>
              <LateTabs
                className={styles.pageTabs}
                activeKey={state.list}
                items={ticketLists.map((key) => ({ key, label: t(`tab.${key}`) }))}
                onChange={(list) =>
                  change(
                    {
                      list: list as TicketsState['list'],
                      page: 1,
                      // The user's own tickets cannot be filtered by assignee.
                      assignees: list === 'mine' ? [] : state.assignees,
                    },
                    { push: true },
                  )
                }
              />
            </Suspense>
            <Suspense fallback={null}>
              <ViewsButton state={state} />
            </Suspense>
          </div>
          <TicketFilters
            state={state}
            change={change}
            onClear={isNarrowed(state) ? handleClear : undefined}
            asked={withoutPaging(asked)}
          />
        </>
      }
      panel={panel === null ? null : <Suspense fallback={null}>{panel}</Suspense>}
    >
      {own.part}
      {isDeciding ? (
        <LoadingState rows={10} />
      ) : state.view === 'board' ? (
        <Suspense fallback={<LoadingState />}>
          <TicketBoard
            state={state}
            linkTo={linkTo}
            onList={({ category, state: only }) =>
              change(
                {
                  view: 'list',
                  list: state.list === 'mine' ? 'mine' : 'all',
                  ...(only === null ? { category } : { states: [only.id] }),
                  page: 1,
                },
                { push: true },
              )
            }
          />
        </Suspense>
      ) : (
        <>
          {selection.ids.length > 0 && (
            <Suspense fallback={null}>
              <BulkTickets
                selected={selection.selected}
                question={matching}
                matching={query.data?.count ?? 0}
                isAll={selection.isAll}
                typeIds={state.types}
                onSelectAll={selection.selectAll}
                onDone={() => selection.change([])}
              />
            </Suspense>
          )}
          <EntityTable<TicketRow>
            label={t('title')}
            columns={isBesidePanel ? columns : own.among(columns)}
            query={query}
            paging={paging}
            currentId={state.id}
            linkTo={linkTo}
            {...(mayEdit && {
              selection: {
                ids: selection.ids,
                change: selection.change,
                nameOf: (row: TicketRow) => row.title,
              },
            })}
            onOpen={(row) => change({ id: row.id, new: false, edit: false }, { push: true })}
            empty={
              isNarrowed(state) ? (
                <NothingFound onClear={handleClear} />
              ) : (
                <EmptyState title={t(`empty.${state.list}`)} hint={t('emptyHint')} />
              )
            }
          />
        </>
      )}
    </Page>
  )
}

/** Beside an open panel, shows only the columns that tell the rows apart. */
function useColumns(isBesidePanel: boolean): Column<TicketRow>[] {
  const { t } = useTranslation('tickets')
  const columns: Column<TicketRow>[] = [
    {
      key: 'title',
      title: t('column.title'),
      sortable: true,
      render: (row) => (
        <>
          <bdi>{isBesidePanel ? row.title : titleWithoutTarget(row)}</bdi>{' '}
          <RepeatMark ticket={row} />
        </>
      ),
    },
    {
      key: 'priority',
      title: t('column.priority'),
      sortable: true,
      render: (row) => <PriorityMark priority={row.priority} />,
    },
    {
      key: 'state',
      title: t('column.state'),
      sortable: true,
      phone: 'aside',
      render: (row) => <StatusTag status={row.state} />,
    },
    {
      key: 'type',
      title: t('column.type'),
      sortable: true,
      phone: 'hidden',
      render: (row) => <ColourTag colour={row.type.colour}>{row.type.name}</ColourTag>,
    },
    {
      key: 'place',
      title: t('column.place'),
      render: (row) => <bdi>{row.equipment?.name ?? row.location?.name}</bdi>,
    },
    {
      key: 'assignee',
      title: t('column.assignee'),
      sortable: true,
      render: (row) => <PersonName person={row.assignee} none={t('nobody')} />,
    },
    {
      key: 'due',
      title: t('column.due'),
      sortable: true,
      render: (row) => <TicketDue ticket={row} isBrief />,
    },
    {
      key: 'openedAt',
      title: t('column.openedAt'),
      sortable: true,
      render: (row) => <TicketAge ticket={row} />,
    },
  ]
  return isBesidePanel ? columns.filter(({ key }) => besidePanel.includes(key)) : columns
}

function TicketAge({ ticket }: { ticket: TicketRow }) {
  const [now] = useState(() => Date.now())
  const heat = ageWarning(ticket, now)
  const age = <When at={ticket.openedAt} />
  return heat === null ? (
    age
  ) : (
    <ColourTag colour={heat} soft>
      {age}
    </ColourTag>
  )
}
