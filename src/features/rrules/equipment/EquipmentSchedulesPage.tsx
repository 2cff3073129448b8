import { FilterOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { EquipmentSchedule } from '#contract/rrules/rruleShapes.ts'
import { pathTo } from '#lib/paths.ts'
import { filterPatch } from '#entities/filterObject/filterAddress.ts'
import { isEmptyDraft, type FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { FilterSheet } from '#entities/filterObject/FilterSheet.tsx'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { OccurrenceList } from '#entities/recurrence/OccurrenceList.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { useListAddress } from '#ui/list/listAddress.ts'
import { Badge, Count, When } from '#ui/page/marks.tsx'
import { MissingPanel } from '#ui/panel/MissingPanel.tsx'
import { missingOf } from '#ui/panel/namedRow.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import {
  equipmentSchedulesAddress,
  equipmentSchedulesQuestion,
  filterWithoutProcedures,
} from './equipmentSchedulesAddress.ts'
import styles from '../schedules.module.css'

export function EquipmentSchedulesPage() {
  const { t } = useTranslation(['schedules', 'titles'])
  const { state, change, paging, question, linkTo } = useListAddress(equipmentSchedulesAddress)
  const filter = filterWithoutProcedures(state)
  const query = rruleCalls.useListEquipmentSchedulesQuery({
    body: { ...question, ...equipmentSchedulesQuestion(state) },
  })
  const { data } = query
  const columns = useColumns()
  const isNarrowed =
    state.search !== '' || state.late || state.procedure.length > 0 || !isEmptyDraft(filter)
  const handleClear = () =>
    change({ search: '', late: false, page: 1, ...filterPatch({}) }, { push: true })
  const current = data?.rows.find(({ id }) => id === state.id)
  const panel = state.id !== null && (
    <EquipmentWork
      key={state.id}
      id={state.id}
      row={current}
      tab={state.tab}
      onTab={(tab) => change({ tab })}
      onClose={() => change({ id: null, tab: 'work' }, { push: true })}
    />
  )
  return (
    <Page
      title={t('titles:equipmentSchedules')}
      back={{ to: pathTo('schedules'), label: t('titles:schedules') }}
      hint={data === undefined ? undefined : t('ofEquipment.countOf', { count: data.count })}
      panel={panel}
      filters={
        <FilterBar
          search={state.search}
          onSearch={(search) => change({ search, page: 1 })}
          searchLabel={t('ofEquipment.searchLabel')}
          onClear={isNarrowed ? handleClear : undefined}
        >
          <ProcedurePicker
            multiple
            label={t('column.procedure')}
            value={state.procedure}
            onChange={(procedure: number[]) => change({ procedure, page: 1 }, { push: true })}
          />
          <Checkbox
            checked={state.late}
            onChange={(event) => change({ late: event.target.checked, page: 1 }, { push: true })}
          >
            {t('onlyLate')}
          </Checkbox>
          <MoreFilters
            filter={filter}
            onChange={(next) => change({ ...filterPatch(next), page: 1 }, { push: true })}
          />
        </FilterBar>
      }
    >
      <EntityTable<EquipmentSchedule>
        label={t('titles:equipmentSchedules')}
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
            <EmptyState title={t('ofEquipment.emptyTitle')} hint={t('ofEquipment.emptyHint')} />
          )
        }
      />
    </Page>
  )
}

const keys = [
  'equipmentIds',
  'equipmentTypeIds',
  'equipmentStatusIds',
  'locationIds',
  'locationTypeIds',
  'tagIds',
] as const

function MoreFilters({
  filter,
  onChange,
}: {
  filter: FilterDraft
  onChange(filter: FilterDraft): void
}) {
  const { t } = useTranslation('common')
  const [isOpen, setIsOpen] = useState(false)
  const used = Object.values(filter).filter((list) => (list?.length ?? 0) > 0).length
  return (
    <>
      <Button icon={<FilterOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('filter')}
        {used > 0 && <Badge value={used} colour="turquoise" />}
      </Button>
      {isOpen && (
        <FilterSheet
          keys={keys}
          value={filter}
          onChange={onChange}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

function useColumns(): Column<EquipmentSchedule>[] {
  const { t } = useTranslation(['schedules', 'common'])
  return [
    {
      key: 'name',
      title: t('common:name'),
      sortable: true,
      phone: 'title',
      render: (row) => <bdi>{row.name}</bdi>,
    },
    {
      key: 'type',
      title: t('common:type'),
      roomy: true,
      phone: 'hidden',
      render: (row) => <bdi>{row.type.name}</bdi>,
    },
    {
      key: 'location',
      title: t('common:location'),
      roomy: true,
      render: (row) =>
        row.location === null ? <span className="quiet">—</span> : <bdi>{row.location.name}</bdi>,
    },
    {
      key: 'rules',
      title: t('ofEquipment.rules'),
      phone: 'hidden',
      render: (row) => <RuleNames row={row} />,
    },
    {
      key: 'dueBy',
      title: t('ofEquipment.dueBy'),
      sortable: true,
      render: (row) => <When at={row.dueBy} none="—" />,
    },
    {
      key: 'lateCount',
      title: t('column.late'),
      sortable: true,
      align: 'end',
      phone: 'aside',
      render: (row) =>
        row.lateCount === 0 ? (
          <span className="quiet">—</span>
        ) : (
          <span title={t('lateCount', { count: row.lateCount })}>
            <Badge value={row.lateCount} colour="red" />
          </span>
        ),
    },
    {
      key: 'openCount',
      title: t('column.open'),
      align: 'end',
      roomy: true,
      phone: 'hidden',
      render: (row) => <Count value={row.openCount} />,
    },
    {
      key: 'lastDoneAt',
      title: t('ofEquipment.lastDone'),
      phone: 'hidden',
      render: (row) => <When at={row.lastDoneAt} />,
    },
    {
      key: 'nextAt',
      title: t('column.next'),
      roomy: true,
      phone: 'hidden',
      render: (row) => <When at={row.nextAt} none={t('noneComing')} />,
    },
  ]
}

function RuleNames({ row: { rules } }: { row: EquipmentSchedule }) {
  const [first] = rules
  return (
    <span title={rules.map(({ name }) => name).join(', ')}>
      <bdi>{first?.name}</bdi>
      {rules.length > 1 && (
        <>
          {' '}
          <Badge value={rules.length} />
        </>
      )}
    </span>
  )
}

interface WorkProps {
  id: number
  row: EquipmentSchedule | undefined
  tab: 'work' | 'rules'
  onTab(tab: 'work' | 'rules'): void
  onClose(): void
}

function EquipmentWork({ id, row: listed, tab, onTab, onClose }: WorkProps) {
  const { t } = useTranslation(['schedules', 'titles', 'common'])
  // A link may name equipment on another page of the list.
  const alone = rruleCalls.useListEquipmentSchedulesQuery(
    { body: { limit: 1, filter: { equipmentIds: [id] } } },
    { skip: listed !== undefined },
  )
  const row = listed ?? alone.currentData?.rows[0]
  if (row === undefined) return <MissingPanel missing={missingOf(alone)} onClose={onClose} />
  return (
    <DetailPanel
      title={<bdi>{row.name}</bdi>}
      over={<bdi>{row.type.name}</bdi>}
      under={row.location && <bdi>{row.location.name}</bdi>}
      onClose={onClose}
      actions={<Link to={pathTo('equipment', undefined, { id })}>{t('titles:equipmentOne')}</Link>}
      tab={tab}
      onTab={(key) => onTab(key === 'rules' ? 'rules' : 'work')}
      tabs={[
        {
          key: 'work',
          label: t('tab.occurrences'),
          content: <OccurrenceList of={{ equipmentId: id }} />,
        },
        {
          key: 'rules',
          label: t('ofEquipment.rules'),
          content: (
            <ul className={styles.ruleLinks}>
              {row.rules.map((rule) => (
                <li key={rule.id}>
                  <Link to={pathTo('schedules', undefined, { id: rule.id })}>
                    <bdi>{rule.name}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  )
}
