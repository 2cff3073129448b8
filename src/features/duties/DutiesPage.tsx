import { useTranslation } from 'react-i18next'
import { duties, type DutyRow } from '#contract/duties/duties.ts'
import { dutyCalls } from '#entities/duties/calls.ts'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress } from '#ui/list/listAddress.ts'
import { useCollection } from '#ui/list/useCollection.tsx'
import { AddButton } from '#ui/page/AddButton.tsx'
import { Page } from '#ui/page/Page.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { DutyForm } from './DutyForm.tsx'
import { DutyPanel } from './DutyPanel.tsx'
import { Holes } from './Holes.tsx'
import styles from './duties.module.css'

const tabs = ['week', 'facts', 'rehearsal', 'journal'] as const
const address = {
  ...listAddress(['name'], 'name', 'duty'),
  mode: inAddress.oneOf(['show', 'new'], 'show'),
  tab: inAddress.oneOf(tabs, 'week'),
}

export function DutiesPage() {
  const { t } = useTranslation(['duties', 'titles'])
  const mayEdit = useMay('editor|duties')
  const list = useCollection({
    endpoint: duties.listDuties,
    useRows: dutyCalls.useListDutiesQuery,
    address,
    body: (question) => question,
    alone: (id) => ({ limit: 1, ids: [id] }),
    mayAdd: mayEdit,
  })
  const { state, change, close, fetchRow } = list
  const clear = () => change({ search: '', page: 1 }, { push: true })
  const add = mayEdit && <AddButton onClick={list.add}>{t('add')}</AddButton>
  const panel = list.panel(
    (row) => (
      <DutyPanel
        key={row.id}
        row={row}
        fetchRow={fetchRow}
        tab={state.tab}
        onTab={(key) => change({ tab: tabs.find((one) => one === key) ?? 'week' })}
        onClose={close}
      />
    ),
    () => (
      <DetailPanel title={t('add')} onClose={close}>
        <DutyForm row={undefined} fetchRow={fetchRow} onDone={close} />
      </DetailPanel>
    ),
  )
  return (
    <Page
      title={t('titles:duties')}
      hint={list.count}
      panel={panel}
      actions={add}
      filters={
        <FilterBar
          {...list.filter}
          searchLabel={t('search')}
          onClear={state.search === '' ? undefined : clear}
        />
      }
    >
      <EntityTable<DutyRow>
        {...list.table}
        label={t('titles:duties')}
        columns={useColumns()}
        empty={
          state.search === '' ? (
            <EmptyState title={t('emptyTitle')} hint={t('emptyHint')} action={add} />
          ) : (
            <NothingFound onClear={clear} />
          )
        }
      />
    </Page>
  )
}

function useColumns(): Column<DutyRow>[] {
  const { t } = useTranslation(['duties', 'common'])
  return [
    {
      key: 'name',
      title: t('common:name'),
      sortable: true,
      render: (row) => (
        <span className={styles.name}>
          <bdi>{row.name}</bdi>
          <span className="quiet">
            <bdi>{[row.location?.name, row.orgEntity?.name].filter(Boolean).join(' · ')}</bdi>
          </span>
        </span>
      ),
    },
    { key: 'now', title: t('now'), render: (row) => <Now row={row} /> },
    { key: 'holes', title: t('holes'), phone: 'aside', render: (row) => <Holes row={row} /> },
  ]
}

function Now({ row: { now } }: { row: DutyRow }) {
  const { t } = useTranslation('duties')
  const format = useFormat()
  return (
    <span className={styles.name}>
      {now.person === null ? (
        <span className="quiet">
          {now.unable == null
            ? t('nobodyNow')
            : t('nobodyAble', {
                name: format.isolate(now.unable.name),
                hindrances: format.list(now.unable.hindrances.map((one) => t(`hindrance.${one}`))),
              })}
        </span>
      ) : (
        <bdi>{now.person.name}</bdi>
      )}
      {now.until !== null && (
        <span className="quiet">{t('until', { when: format.dateTime(now.until) })}</span>
      )}
    </span>
  )
}
