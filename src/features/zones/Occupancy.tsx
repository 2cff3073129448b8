import { Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { zones, type OccupancyRow } from '#contract/zones.ts'
import { zoneCalls } from '#entities/visits/calls.ts'
import { ZoneVisits } from '#entities/visits/ZoneVisits.tsx'
import { inAddress } from '#lib/addressState.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { useFormat } from '#lib/format.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress } from '#ui/list/listAddress.ts'
import { useCollection } from '#ui/list/useCollection.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import styles from './zones.module.css'

const spans = { day: 1, week: 7, month: 30 } as const
const spanNames = ['day', 'week', 'month'] as const
const address = {
  ...listAddress(['name', 'now', 'visits', 'averageSeconds', 'longestSeconds'], '-now'),
  span: inAddress.oneOf(spanNames, 'week'),
}

export function Occupancy({ of, choice }: { of: 'rooms' | 'areas'; choice: ReactNode }) {
  const { t } = useTranslation(['zones', 'titles', 'common'])
  const [now] = useState(() => Date.now())
  const spanOf = (name: keyof typeof spans) => ({
    from: new Date(now - spans[name] * 86_400_000).toISOString(),
    to: new Date(now).toISOString(),
  })
  const list = useCollection({
    endpoint: zones.listOccupancy,
    useRows: zoneCalls.useListOccupancyQuery,
    address,
    body: (question, { span }) => ({ of, ...question, ...spanOf(span) }),
    alone: (id, { span }) => ({ limit: 1, of, ...zoneOf(of, id), ...spanOf(span) }),
  })
  const { state, change, query, close } = list
  const columns = useColumns(of)
  const clear = () => change({ search: '', page: 1 }, { push: true })
  const panel = list.panel((current) => (
    <DetailPanel
      key={current.id}
      title={<bdi>{current.name === '' ? t('withoutName') : current.name}</bdi>}
      over={
        <>
          <bdi>{current.floorName}</bdi> · <bdi>{current.buildingName}</bdi>
        </>
      }
      actions={
        <Link
          to={
            of === 'areas'
              ? pathTo('areas', undefined, { area: current.id })
              : pathTo('mapping', undefined, { floor: current.floorId, room: current.id })
          }
        >
          {t('onMap')}
        </Link>
      }
      onClose={close}
    >
      <ZoneVisits of={of === 'areas' ? { areaId: current.id } : { roomId: current.id }} hasNow />
    </DetailPanel>
  ))
  return (
    <Page
      title={t('titles:zones')}
      hint={query.data === undefined ? undefined : t(`${of}Of`, { count: query.data.count })}
      filters={
        <FilterBar
          {...list.filter}
          searchLabel={t('search')}
          onClear={state.search === '' ? undefined : clear}
          end={choice}
        >
          <Select
            className={styles.filter}
            aria-label={t('span')}
            popupMatchSelectWidth={false}
            value={state.span}
            onChange={(next) => change({ span: next, page: 1 }, { push: true })}
            options={spanNames.map((value) => ({ value, label: t(`span_${value}`) }))}
          />
        </FilterBar>
      }
      panel={panel}
    >
      <EntityTable<OccupancyRow>
        {...list.table}
        label={t('titles:zones')}
        columns={columns}
        empty={
          state.search === '' ? (
            <EmptyState
              title={t(of === 'areas' ? 'noAreas' : 'noRooms')}
              hint={t(of === 'areas' ? 'noAreasHint' : 'noRoomsHint')}
              action={
                <Link to={pathTo(of === 'areas' ? 'areas' : 'mapping')}>
                  {t(of === 'areas' ? 'titles:areas' : 'titles:mapping')}
                </Link>
              }
            />
          ) : (
            <NothingFound onClear={clear} />
          )
        }
      />
    </Page>
  )
}

const zoneOf = (of: 'rooms' | 'areas', id: number) =>
  of === 'areas' ? { areaId: id } : { roomId: id }

function useColumns(of: 'rooms' | 'areas'): Column<OccupancyRow>[] {
  const { t } = useTranslation(['zones', 'common'])
  const format = useFormat()
  const lasted = useFormatDuration()
  const told = (value: string) => <span className="numbers">{value}</span>
  const time = (seconds: number | null) => told(seconds === null ? '—' : lasted(seconds))
  return [
    {
      key: 'name',
      title: t(of === 'areas' ? 'area' : 'room'),
      sortable: true,
      render: (row) => (
        <span className={styles.name}>
          <bdi>{row.name === '' ? t('withoutName') : row.name}</bdi>
          <span className="quiet">
            <bdi>{row.floorName}</bdi> · <bdi>{row.buildingName}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: 'now',
      title: t('now'),
      sortable: true,
      align: 'end',
      phone: 'aside',
      render: (row) => told(format.number(row.now)),
    },
    {
      key: 'visits',
      title: t('visits'),
      sortable: true,
      align: 'end',
      render: (row) => told(format.number(row.visits)),
    },
    {
      key: 'averageSeconds',
      title: t('average'),
      sortable: true,
      align: 'end',
      render: (row) => time(row.averageSeconds),
    },
    {
      key: 'longestSeconds',
      title: t('longest'),
      sortable: true,
      align: 'end',
      roomy: true,
      render: (row) => time(row.longestSeconds),
    },
  ]
}
