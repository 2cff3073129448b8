import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Output } from '#contract/endpoint.ts'
import type { Marker } from '#contract/reports.ts'
import type { SensorRow, SeriesSpan, sensors } from '#contract/sensors.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { ChartBlock } from '#ui/charts/ChartBlock.tsx'
import { withGaps } from '#ui/charts/gaps.ts'
import { farthestOutsideLimits } from '#ui/charts/limits.ts'
import { LineChartOf } from '#ui/charts/LazyChart.tsx'
import { timeAxis } from '#ui/charts/timeAxis.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Remaining, When } from '#ui/page/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { isChange } from '#contract/metricNames.ts'
import { sensorCalls } from '#entities/calls/sensors.ts'
import { useReadingText } from '#entities/sensors/useReadingText.ts'
import styles from './sensors.module.css'

const spans: readonly SeriesSpan[] = ['day', 'week', 'month']
const colours: Record<Marker['kind'], string> = {
  ticket: 'red',
  procedure: 'blue',
  status: 'orange',
}

export function SensorSeries({ row }: { row: SensorRow }) {
  const { t } = useTranslation('sensors')
  const [span, setSpan] = useState<SeriesSpan>('day')
  const mayReport = useMay('viewer|reports')
  const query = sensorCalls.useGetSensorSeriesQuery({ params: { id: row.id, span } })
  const data = answerToShow(query)
  const metrics = isChange(row.type.metric) ? 'metricsChangesValue' : 'metrics'
  return (
    <>
      <div className={styles.seriesHead}>
        <Segmented
          aria-label={t('span')}
          size="small"
          value={span}
          onChange={setSpan}
          options={spans.map((value) => ({ value, label: t(`span_${value}`) }))}
        />
        {mayReport && (
          <Link
            to={pathTo(metrics, undefined, {
              sensors: row.id,
              name: row.type.metric,
            })}
          >
            {t('inMetrics')}
          </Link>
        )}
      </div>
      {data === undefined ? (
        query.error === undefined ? (
          <LoadingState rows={5} />
        ) : (
          <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <Drawn row={row} data={data} />
      )}
    </>
  )
}

function Drawn({
  row,
  data: { step, range, markers, remaining },
}: {
  row: SensorRow
  data: Output<typeof sensors.getSensorSeries>
}) {
  const { t } = useTranslation('sensors')
  const format = useFormat()
  const reading = useReadingText()
  const values = range.series[0]?.values ?? []
  const say = (value: number) => reading(row.type, value)
  // A gap is longer than the sensor's own reporting interval. Without a step, there are no gaps.
  const due = Math.max(step ?? Infinity, row.type.everyMinutes * 60)
  const points = withGaps(values, due)
  const [last] = values.slice(-1)
  const until = row.measuredAt === null ? 0 : Date.parse(row.measuredAt) / 1_000
  // The last value holds until the latest report.
  if (step === null && last !== undefined && until > last[0]) points.push([until, last[1]])
  const limits = { lower: row.lowerLimit, upper: row.upperLimit }
  const band = step === null || (limits.lower ?? limits.upper) === null ? null : limits
  const spread = values.flatMap(([at], index) => {
    const found = range.series[0]?.spread[index]
    return found === undefined ? [] : [[at, ...found] as const]
  })
  const beyond = spread.flatMap(([at, low, high]) => {
    const value = farthestOutsideLimits(limits, low, high)
    return value === null ? [] : [[at, value] as const]
  })
  const shaded = step === null ? {} : { spread, beyond }
  const axis = timeAxis(points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0, format)
  return (
    <>
      {values.length === 0 ? (
        <EmptyState title={t('noSeries')} hint={t('noSeriesHint')} />
      ) : (
        <ChartBlock
          title={row.name}
          heading={<bdi>{row.name}</bdi>}
          table={{
            columns: [t('time'), t('value')],
            rows: values.map(([at, value]) => [format.dateTime(at * 1_000), value]),
          }}
        >
          <LineChartOf
            series={[{ key: 'value', name: row.name, colour: 'var(--pr-blue)', points, ...shaded }]}
            band={band}
            isStepped={step === null}
            format={say}
            {...axis}
            formatTip={(x) => format.dateTime(x * 1_000)}
            height={step === null ? 140 : 220}
            markers={markers.map((marker) => ({
              x: Date.parse(marker.at) / 1_000,
              name: marker.name,
              colour: `var(--pr-${colours[marker.kind]})`,
            }))}
          />
        </ChartBlock>
      )}
      <section aria-label={t('events')}>
        <h3 className={styles.heading}>{t('events')}</h3>
        {markers.length === 0 ? (
          <p className="quiet">{t('noEvents')}</p>
        ) : (
          <Events markers={markers} />
        )}
        <Remaining count={remaining} />
      </section>
    </>
  )
}

const SHOWN = 20

function Events({ markers }: { markers: readonly Marker[] }) {
  const { t } = useTranslation('sensors')
  const to = ({ kind, id }: Marker): string =>
    kind === 'ticket'
      ? pathTo('ticket', { ticketId: id })
      : kind === 'procedure'
        ? pathTo('procedureLog', { procedureLogId: id })
        : pathTo('equipmentOne', { equipmentId: id })
  return (
    <>
      <ul className={styles.list}>
        {markers.slice(0, SHOWN).map((marker) => (
          <li key={`${marker.kind} ${marker.id} ${marker.at}`}>
            <span
              className={styles.dot}
              style={{ background: `var(--pr-${colours[marker.kind]})` }}
              aria-hidden="true"
            />
            {t(`event_${marker.kind}`)}
            <Link to={to(marker)}>
              <bdi>{marker.name}</bdi>
            </Link>
            <span className="quiet">
              <When at={marker.at} as="dateTime" />
            </span>
          </li>
        ))}
      </ul>
      <Remaining count={markers.length - SHOWN} />
    </>
  )
}
