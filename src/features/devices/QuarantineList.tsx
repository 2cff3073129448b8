import { Button } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { devices } from '#contract/devices/devices.ts'
import { type PushedOutReports, type Quarantined } from '#contract/devices/unreadReports.ts'
import { pathTo } from '#lib/paths.ts'
import { DetailPanel, Facts } from '#ui/panel/DetailPanel.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { listAddress } from '#ui/list/listAddress.ts'
import { useCollection } from '#ui/list/useCollection.tsx'
import { Count, When } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, NothingFound } from '#ui/feedback/states.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { deviceCalls } from './calls.ts'
import { DeviceMeasurements } from './DeviceMeasurements.tsx'
import { LastValue } from './LastValue.tsx'
import { ParsedReport } from './ParsedReport.tsx'
import styles from './devices.module.css'

const address = listAddress(['receivedAt'], '-receivedAt', 'quarantine')

function PushedOut({ of }: { of: readonly PushedOutReports[] }) {
  const { t } = useTranslation('gateways')
  if (of.length === 0) return null
  return (
    <div className={`${styles.pushedOut} quiet`}>
      <p>{t('pushedOut')}</p>
      <ul>
        {of.map(({ reason, apiKey, count }) => (
          <li key={`${reason} ${apiKey?.id}`}>
            {t(`reason_${reason}`)}
            {apiKey !== null && (
              <>
                {' · '}
                <bdi>{apiKey.name}</bdi>
              </>
            )}
            {': '}
            <Count value={count} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Faults whose remedy is the device's encryption key. */
const ofKeys: readonly string[] = ['noKey', 'wrongKey', 'replayed', 'notEncrypted']

const ofSpare: readonly string[] = [
  'unknownSensor',
  'newDevice',
  'spareMeasurements',
  'unknownNames',
  'notKept',
]
/** True if a new sensor of the device would read the measurement. */
const makesSensor = (row: Quarantined): row is Quarantined & { device: string } =>
  row.device !== null && ofSpare.includes(row.reason)

/** Formats the subject: "A84041FF00AA01 · Not a number: co2", or the report's own text. */
function About({
  row: { about, device, isOfFurther, fault, names, format },
}: {
  row: Quarantined
}) {
  const { t } = useTranslation('gateways')
  if (isOfFurther)
    return (
      <span>
        {fault !== null && `${t(`badReading_${fault}`)} · `}
        {t('furtherDevices')}
      </span>
    )
  if (device === null && fault === null && names === '')
    return (
      <bdi dir="ltr" className="numbers">
        {about ?? format}
      </bdi>
    )
  return (
    <span>
      {device !== null && (
        <bdi dir="ltr" className="numbers">
          {device}
        </bdi>
      )}
      {device !== null && (fault !== null || names !== '') && ' · '}
      {fault !== null && t(`badReading_${fault}`)}
      {fault !== null && names !== '' && ': '}
      {names !== '' && <bdi dir="ltr">{names}</bdi>}
    </span>
  )
}

/** Formats the last values: "Temperature 21.5 °C · Humidity 50 % · and 2 more". */
function SentLast({ row: { measurements, moreMeasurements } }: { row: Quarantined }) {
  const { t } = useTranslation('gateways')
  const isRepeated = ({ metric, label }: Quarantined['measurements'][number]) =>
    metric !== 'other' &&
    measurements.some((other) => other.metric === metric && other.label !== label)
  return (
    <>
      {measurements.map((one, index) => (
        <Fragment key={one.key}>
          {index > 0 && ' · '}
          <LastValue of={one} byLabel={isRepeated(one)} />
        </Fragment>
      ))}
      {moreMeasurements > 0 && ` · ${t('moreMeasurements', { count: moreMeasurements })}`}
    </>
  )
}

export function QuarantineList({ choice }: { choice: ReactNode }) {
  const { t } = useTranslation(['gateways', 'titles', 'common'])
  const list = useCollection({
    endpoint: devices.listQuarantine,
    useRows: deviceCalls.useListQuarantineQuery,
    address,
    body: (question) => question,
    alone: (id) => ({ limit: 1, ids: [id] }),
  })
  const { state, change, close } = list
  const { data } = list.query
  const [clear, { isLoading }] = deviceCalls.useClearQuarantineMutation()
  const confirm = useConfirm()
  const columns: Column<Quarantined>[] = [
    { key: 'reason', title: t('whatIsWrong'), render: (row) => t(`reason_${row.reason}`) },
    {
      key: 'about',
      title: t('about'),
      render: (row) => (
        <span className={styles.about}>
          <About row={row} />
          {row.measurements.length > 0 && (
            <span className="quiet">
              <SentLast row={row} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'times',
      title: t('times'),
      align: 'end',
      roomy: true,
      render: (row) => <Count value={row.times} />,
    },
    {
      key: 'receivedAt',
      title: t('lastCame'),
      sortable: true,
      phone: 'aside',
      render: (row) => <When at={row.receivedAt} />,
    },
    {
      key: 'make',
      title: '',
      roomy: true,
      render: (row) =>
        makesSensor(row) && (
          <Link
            to={pathTo('sensors', undefined, {
              mode: 'new',
              device: row.device,
              ...(row.spareKey === null ? {} : { measurement: row.spareKey }),
            })}
          >
            {t('makeSensor')}
          </Link>
        ),
    },
  ]
  async function handleClear(): Promise<void> {
    if (
      await confirm({
        title: t('clearQuarantine'),
        hint: t('common:permanent'),
        okText: t('clearQuarantine'),
        danger: true,
      })
    )
      await clear()
  }
  const panel = list.panel((current) => (
    <DetailPanel title={t(`reason_${current.reason}`)} onClose={close}>
      <Facts
        rows={[
          { label: t('format'), value: <bdi>{current.format}</bdi> },
          {
            label: t('apiKey'),
            value: current.apiKey === null ? '—' : <bdi>{current.apiKey.name}</bdi>,
          },
          { label: t('lastCame'), value: <When at={current.receivedAt} as="dateTime" /> },
        ]}
      />
      <p>{t(`reason_${current.reason}_hint`)}</p>
      {makesSensor(current) && <DeviceMeasurements deviceId={current.device} />}
      {ofKeys.includes(current.reason) && current.device !== null && (
        <p>
          <Link to={pathTo('sensors', undefined, { search: current.device })}>
            {t('sensorsOfDevice')}
          </Link>
        </p>
      )}
      <ParsedReport report={current} />
      <pre className={styles.rawReport} dir="ltr">
        {current.payload}
      </pre>
    </DetailPanel>
  ))
  return (
    <Page
      title={t('titles:gateways')}
      hint={list.count}
      actions={
        (data?.count ?? 0) > 0 && (
          <Button loading={isLoading} onClick={() => void handleClear()}>
            {t('clearQuarantine')}
          </Button>
        )
      }
      filters={
        <FilterBar {...list.filter} searchLabel={t('searchQuarantine')}>
          {choice}
        </FilterBar>
      }
      panel={panel}
    >
      <PushedOut of={data?.pushedOut ?? []} />
      <EntityTable<Quarantined>
        {...list.table}
        label={t('view_quarantine')}
        columns={columns}
        empty={
          state.search === '' ? (
            <EmptyState title={t('noQuarantine')} hint={t('noQuarantineHint')} />
          ) : (
            <NothingFound onClear={() => change({ search: '' })} />
          )
        }
      />
    </Page>
  )
}
