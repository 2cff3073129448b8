import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isAlwaysIncident, isChange } from '#contract/metricNames.ts'
import type { SensorRow } from '#contract/sensors.ts'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { Journal } from '#entities/journal/Journal.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { DetailPanel, Facts } from '#ui/panel/DetailPanel.tsx'
import { When } from '#ui/page/marks.tsx'
import { ConfirmedDelete } from '#ui/dialog/ConfirmedDelete.tsx'
import { sensorCalls } from '#entities/calls/sensors.ts'
import { SensorAlerts } from './SensorAlerts.tsx'
import { SensorForm } from './SensorForm.tsx'
import { SensorSeries } from './SensorSeries.tsx'
import { StateTag } from './StateTag.tsx'
import { alertCondition } from './alertCondition.ts'
import { useReadingText } from '#entities/sensors/useReadingText.ts'
import styles from './sensors.module.css'

interface Props {
  row: SensorRow
  fetchRow(): Promise<SensorRow | undefined>
  tab: string
  onTab(key: string): void
  onClose(): void
}

export function SensorPanel({ row, fetchRow, tab, onTab, onClose }: Props) {
  const { t } = useTranslation(['sensors', 'common'])
  const mayEdit = useMay('editor|devices')
  return (
    <DetailPanel
      title={<bdi>{row.name}</bdi>}
      over={<bdi>{row.type.name}</bdi>}
      under={<Standing row={row} />}
      actions={
        mayEdit && (
          <ConfirmedDelete
            row={row}
            name={row.name}
            hint={t('deleteHint')}
            useDelete={sensorCalls.useDeleteSensorMutation}
            onDeleted={onClose}
          />
        )
      }
      onClose={onClose}
      tab={tab === 'facts' && !mayEdit ? 'series' : tab}
      onTab={onTab}
      tabs={[
        {
          key: 'series',
          label: t('tabSeries'),
          content: (
            <div className={styles.series}>
              <SensorSeries row={row} />
              <span>
                <ExportButton
                  size="small"
                  lists={[{ list: 'readings', question: { sensorIds: [row.id] } }]}
                />
              </span>
              <SensorFacts row={row} />
            </div>
          ),
        },
        {
          key: 'alerts',
          label: t('tabAlerts'),
          content: <SensorAlerts id={row.id} type={row.type} />,
        },
        ...(mayEdit
          ? [
              {
                key: 'facts',
                label: t('tabFacts'),
                content: <SensorForm row={row} fetchRow={fetchRow} onDone={onClose} />,
              },
            ]
          : []),
        {
          key: 'journal',
          label: t('tabJournal'),
          content: <Journal entity="sensor" entityId={row.id} />,
        },
      ]}
    />
  )
}

function Standing({ row }: { row: SensorRow }) {
  const { t } = useTranslation('sensors')
  const format = useFormat()
  const reading = useReadingText()
  const isOutside = row.state === 'tooHigh' || row.state === 'tooLow'
  return (
    <span className={styles.under}>
      {row.value !== null && row.state !== 'notAvailable' && (
        <bdi className={`${styles.value} numbers`}>{reading(row.type, row.value)}</bdi>
      )}
      <StateTag row={row} />
      {isOutside && row.outsideSince !== null && (
        <span className="quiet">{t('since', { when: format.dateTime(row.outsideSince) })}</span>
      )}
      {row.state === 'silent' && row.gateway?.isDown === true && (
        <span className="quiet">{t('gatewayDown', { name: row.gateway.name })}</span>
      )}
    </span>
  )
}

function SensorFacts({ row }: { row: SensorRow }) {
  const { t } = useTranslation('sensors')
  const format = useFormat()
  const reading = useReadingText()
  const { lowerLimit, upperLimit } = row
  const tells = alertCondition(row)
  const [low, high] = [
    lowerLimit === null ? null : reading(row.type, lowerLimit),
    upperLimit === null ? null : reading(row.type, upperLimit),
  ]
  return (
    <Facts
      rows={[
        {
          label: t('watches'),
          value:
            row.equipment === null && row.location === null ? (
              <span className="quiet">{t('nothing')}</span>
            ) : (
              <span className={styles.under}>
                {row.equipment !== null && (
                  <Link to={pathTo('equipmentOne', { equipmentId: row.equipment.id })}>
                    <bdi>{row.equipment.name}</bdi>
                  </Link>
                )}
                {row.location !== null && (
                  <Link to={pathTo('locations', undefined, { id: row.location.id })}>
                    <bdi>{row.location.name}</bdi>
                  </Link>
                )}
              </span>
            ),
        },
        ...(isChange(row.type.metric)
          ? isAlwaysIncident(row.type.metric)
            ? []
            : [
                {
                  label: t('tellsWhen'),
                  value:
                    tells === 'never' ? t('tellsNever') : reading(row.type, tells === 'on' ? 1 : 0),
                },
              ]
          : [
              {
                label: t('limits'),
                value:
                  low !== null && high !== null
                    ? t('limitsBetween', { low, high })
                    : low !== null
                      ? t('limitsFrom', { low })
                      : high !== null
                        ? t('limitsTo', { high })
                        : t('noLimits'),
              },
            ]),
        { label: t('measuredAt'), value: <When at={row.measuredAt} as="dateTime" /> },
        { label: t('lastHeard'), value: <When at={row.lastHeardAt} /> },
        {
          label: t('battery'),
          value: row.battery === null ? t('batteryUnknown') : format.percent(row.battery),
        },
        {
          label: t('deviceId'),
          value:
            row.deviceId === null ? (
              '—'
            ) : (
              <bdi dir="ltr" className="numbers">
                {row.deviceId}
              </bdi>
            ),
        },
        ...(row.measurement === null
          ? []
          : [{ label: t('measurement'), value: <bdi dir="ltr">{row.measurement}</bdi> }]),
        ...(row.gateway === null
          ? []
          : [
              {
                label: t('gateway'),
                value: (
                  <Link to={pathTo('gateways', undefined, { id: row.gateway.id })}>
                    <bdi>{row.gateway.name}</bdi>
                  </Link>
                ),
              },
            ]),
      ]}
    />
  )
}
