import type { ReactNode } from 'react'
import { DisconnectOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { sensors, type DeviceMeasurement } from '#contract/sensors.ts'
import { useSentText } from '#entities/sensors/useReadingText.ts'
import { pathTo } from '#lib/paths.ts'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress } from '#ui/list/listAddress.ts'
import { useCollection } from '#ui/list/useCollection.tsx'
import { When } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { measurementCalls } from './calls.ts'
import { MeasurementName } from './LastValue.tsx'

const address = listAddress(['heardAt'], '-heardAt', 'deviceMeasurement')

export function MeasurementList({ choice }: { choice: ReactNode }) {
  const { t } = useTranslation(['gateways', 'titles', 'management'])
  const sent = useSentText()
  const list = useCollection({
    endpoint: sensors.listDeviceMeasurements,
    useRows: measurementCalls.useListDeviceMeasurementsQuery,
    address,
    body: ({ sort: _sort, ...question }) => ({ ...question, isSpare: true }),
    alone: (id) => ({ limit: 1, ids: [id] }),
  })
  const columns: Column<DeviceMeasurement>[] = [
    {
      key: 'metric',
      title: t('measurementHeard'),
      render: (row) => <MeasurementName of={row} />,
    },
    {
      key: 'value',
      title: t('lastValue'),
      align: 'end',
      render: (row) =>
        row.value === null ? (
          <span className="quiet">
            <DisconnectOutlined aria-hidden /> {t('notAvailable')}
          </span>
        ) : (
          <bdi className="numbers">{sent(row, row.value)}</bdi>
        ),
    },
    {
      key: 'device',
      title: t('about'),
      render: (row) => (
        <bdi dir="ltr" className="numbers">
          {row.deviceId} · {row.label}
        </bdi>
      ),
    },
    {
      key: 'heardAt',
      title: t('lastCame'),
      phone: 'aside',
      render: (row) => <When at={row.heardAt} />,
    },
    {
      key: 'make',
      title: '',
      render: (row) => (
        <Link
          to={pathTo('sensors', undefined, {
            mode: 'new',
            device: row.deviceId,
            measurement: row.key,
          })}
        >
          {t('makeSensor')}
        </Link>
      ),
    },
  ]
  const { state, change } = list
  return (
    <Page
      title={t('titles:gateways')}
      hint={list.count}
      filters={
        <FilterBar {...list.filter} searchLabel={t('searchMeasurements')}>
          {choice}
        </FilterBar>
      }
    >
      <EntityTable<DeviceMeasurement>
        {...list.table}
        label={t('view_measurements')}
        columns={columns}
        empty={
          state.search === '' ? (
            <EmptyState title={t('noMeasurements')} hint={t('noMeasurementsHint')} />
          ) : (
            <NothingFound onClear={() => change({ search: '' })} />
          )
        }
      />
    </Page>
  )
}
