import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { MetricName } from '#contract/metricNames.ts'
import type { Marker, MetricRange } from '#contract/reports.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormat, type Format } from '#lib/format.tsx'
import { ChartBlock } from '#ui/charts/ChartBlock.tsx'
import { LineChartOf } from '#ui/charts/LazyChart.tsx'
import { dashPattern } from '#ui/charts/dashes.ts'
import { LineMark } from '#ui/charts/LineMark.tsx'
import { timeAxis } from '#ui/charts/timeAxis.ts'
import { Remaining, When } from '#ui/page/marks.tsx'
import { reportCalls } from './calls.ts'
import { rangeColours } from './RangesBar.tsx'
import { farthestOutsideLimits, type Limits } from '#ui/charts/limits.ts'
import { alignSeries, sharedLimits } from './series.ts'
import { useRangeLabels } from './useRangeLabels.ts'
import { useValueFormatter } from './useValueFormatter.ts'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import styles from './reports.module.css'

const markerColours: Record<Marker['kind'], string> = {
  ticket: 'red',
  procedure: 'blue',
  status: 'orange',
}

interface Props {
  kind: 'metrics' | 'metricsChangesValue'
  name: MetricName
  answers: readonly MetricRange[]
  step: number | null
  hasMarkers: boolean
  format: Format
  /** Opens the readings behind a value. `at` is in Unix seconds; null means the whole range. */
  onOpen(opened: { sensorId: number; range: number; at: number | null }): void
}

export function SeriesChart({ kind, name, answers, step, hasMarkers, format, onOpen }: Props) {
  const { t } = useTranslation(['reports', 'titles'])
  const words = useRangeLabels()
  const isStepped = kind === 'metricsChangesValue'
  const lines = useMemo(
    () => alignSeries(answers, step ?? Infinity, format.timeZone),
    [answers, step, format.timeZone],
  )
  const first = answers[0]
  const sensorIds = (first?.series ?? []).map(({ metric }) => metric.sensorId)
  const markers = reportCalls.useListMetricMarkersQuery(
    { body: { sensorIds, range: { from: first?.from ?? '', to: first?.to ?? '' } } },
    { skip: !hasMarkers || first === undefined || sensorIds.length === 0 },
  )
  const value = useValueFormatter(name)
  const isMany = answers.length > 1
  // One colour per sensor, one dash pattern per range.
  const sensors = [...new Set(lines.map(({ sensorId }) => sensorId))]
  const series = lines.map((line) => {
    const place = sensors.indexOf(line.sensorId)
    const range = answers[line.range]
    return {
      key: line.key,
      // Isolated, because a Latin name would reverse the order of a Hebrew or Arabic range after
      // it.
      name:
        isMany && range !== undefined
          ? `${format.isolate(line.name)} (${format.isolate(words(range))})`
          : line.name,
      colour: `var(--pr-${rangeColours[place % rangeColours.length] ?? 'blue'})`,
      points: line.points,
      // Compared ranges have no bands, because the bands would cover each other.
      ...(isStepped || isMany
        ? {}
        : {
            spread: line.spread,
            beyond: line.spread.flatMap(([x, low, high]) => {
              const value = farthestOutsideLimits(line.limits, low, high)
              return value === null ? [] : [[x, value] as const]
            }),
          }),
      dash: dashPattern(line.range),
    }
  })
  const band = isStepped ? null : sharedLimits(lines)
  const open = (key: string | undefined, x: number | undefined): void => {
    const line = lines.find((one) => one.key === key)
    const at = x === undefined ? undefined : line?.heardAt.get(x)
    if (line !== undefined && at !== undefined)
      onOpen({ sensorId: line.sensorId, range: line.range, at })
  }
  const bandWords = ({ lower, upper }: Limits): string =>
    lower === null
      ? t('safeUpTo', { upper: value(upper ?? 0) })
      : upper === null
        ? t('safeFrom', { lower: value(lower) })
        : t('safeBetween', { lower: value(lower), upper: value(upper) })
  const times = timesOf(series)
  const axis = timeAxis(times[0] ?? 0, times.at(-1) ?? 0, format)
  return (
    <div className={styles.reportResults}>
      <section className="surface">
        <ChartBlock
          title={`${t(`metricName.${name}`)}${first === undefined ? '' : `: ${words(first)}`}`}
          heading={isMany ? t('aligned') : undefined}
          legend={series}
          table={{
            columns: [t('time'), ...series.map((line) => line.name)],
            rows: tableRows(
              times,
              series,
              format,
              isStepped ? (number) => (number > 0 ? 1 : 0) : (number) => number,
            ),
            onOpenCell: (row, column) => open(series[column]?.key, times[row]),
          }}
        >
          <LineChartOf
            series={series}
            isStepped={isStepped}
            band={band}
            format={value}
            {...axis}
            formatTip={(x) => format.dateTime(x * 1000)}
            height={isStepped ? 200 : 340}
            onOpen={open}
            markers={
              hasMarkers
                ? (markers.data?.rows ?? []).map((marker) => ({
                    x: Date.parse(marker.at) / 1000,
                    name: marker.name,
                    colour: `var(--pr-${markerColours[marker.kind]})`,
                  }))
                : []
            }
          />
        </ChartBlock>
        <ul className={styles.seriesLegend}>
          {series.map((line) => (
            <li key={line.key}>
              <LineMark colour={line.colour} dash={line.dash} /> <bdi>{line.name}</bdi>
            </li>
          ))}
        </ul>
        {!isStepped && (
          <p className={styles.bandWords}>
            {band !== null && (
              <span>
                <span className={styles.bandMark} aria-hidden="true" /> {bandWords(band)}
              </span>
            )}
            {!isMany && <span>{t('spread')}</span>}
          </p>
        )}
        <Remaining count={first?.remaining ?? 0} />
      </section>
      <Summary
        answers={answers}
        name={name}
        isStepped={isStepped}
        format={format}
        onOpen={onOpen}
      />
      {hasMarkers && markers.data !== undefined && (
        <Markers rows={markers.data.rows} remaining={markers.data.remaining} />
      )}
    </div>
  )
}

type Points = readonly { points: readonly (readonly [number, number | null])[] }[]

const timesOf = (series: Points): number[] =>
  [
    ...new Set(
      series.flatMap(({ points }) =>
        points.filter(([, value]) => value !== null).map(([at]) => at),
      ),
    ),
  ].toSorted((one, other) => one - other)

function tableRows(
  times: readonly number[],
  series: Points,
  format: Format,
  written: (value: number) => number,
) {
  const values = series.map(({ points }) => new Map(points))
  return times.map((at) => [
    format.dateTime(at * 1000),
    ...values.map((map) => {
      const found = map.get(at)
      return found === undefined || found === null ? null : written(found)
    }),
  ])
}

/** For each sensor and range: minimum, mean, maximum, number of readings, and the query time. */
function Summary({
  answers,
  name,
  isStepped,
  format,
  onOpen,
}: Pick<Props, 'answers' | 'name' | 'format' | 'onOpen'> & { isStepped: boolean }) {
  const { t } = useTranslation('reports')
  const words = useRangeLabels()
  const value = useValueFormatter(name)
  const text = (number: number | null): string => (number === null ? '–' : value(number))
  return (
    <section className={`surface ${styles.reportSummary}`}>
      <ScrollRegion className="table-scroll" label={t('summary')}>
        <table className="table" aria-label={t('summary')}>
          <thead>
            <tr>
              {[
                t('sensor'),
                t('range'),
                ...(isStepped ? [t('changes')] : [t('minimum'), t('average'), t('maximum')]),
                t('samples'),
                ...(isStepped ? [] : [t('heard')]),
                t('lastHeard'),
              ].map((head, place) => (
                <th key={place} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answers.flatMap((answer, range) =>
              answer.series.map((one) => (
                <tr key={`${range} ${one.metric.sensorId}`}>
                  <td>
                    <bdi>{one.metric.name}</bdi>
                    {one.metric.place !== null && (
                      <span className="quiet">
                        {' '}
                        · <bdi>{one.metric.place}</bdi>
                      </span>
                    )}
                  </td>
                  <td>{words(answer)}</td>
                  {isStepped ? (
                    <td className="numbers">
                      {format.number(one.values.filter(([, value]) => value > 0).length)}
                    </td>
                  ) : (
                    <>
                      <td className="numbers" dir="auto">
                        {text(one.minimum)}
                      </td>
                      <td className="numbers" dir="auto">
                        {text(one.average)}
                      </td>
                      <td className="numbers" dir="auto">
                        {text(one.maximum)}
                      </td>
                    </>
                  )}
                  <td className="numbers">
                    {isStepped ? (
                      format.number(one.values.length)
                    ) : (
                      <OpenSamples
                        name={one.metric.name}
                        count={one.counts.reduce((sum, count) => sum + count, 0)}
                        onOpen={() => onOpen({ sensorId: one.metric.sensorId, range, at: null })}
                      />
                    )}
                  </td>
                  {!isStepped && <td className="numbers">{format.percent(one.coverage)}</td>}
                  <td>
                    <When at={one.lastAt} />
                  </td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={`quiet ${styles.reportStats}`}>
        {t('stats', {
          series: format.number(answers.reduce((sum, { stats }) => sum + stats.seriesFetched, 0)),
          // Isolated, so that number and unit keep their order.
          time: `\u2068${format.number(
            answers.reduce((sum, { stats }) => sum + stats.executionTimeMsec, 0),
            { style: 'unit', unit: 'millisecond', unitDisplay: 'short' },
          )}\u2069`,
        })}
      </p>
    </section>
  )
}

function Markers({ rows, remaining }: { rows: readonly Marker[]; remaining: number }) {
  const { t } = useTranslation('reports')
  const to = (marker: Marker): string =>
    marker.kind === 'ticket'
      ? pathTo('ticket', { ticketId: marker.id })
      : marker.kind === 'procedure'
        ? pathTo('procedureLog', { procedureLogId: marker.id })
        : pathTo('equipmentOne', { equipmentId: marker.id })
  return (
    <section className="surface" aria-label={t('markers')}>
      <h2 className={styles.reportHeading}>{t('markers')}</h2>
      {rows.length === 0 && <p className="quiet">{t('noMarkers')}</p>}
      <ul className={styles.markerList}>
        {rows.map((marker, place) => (
          <li key={place}>
            <span
              className={styles.dot}
              style={{ background: `var(--pr-${markerColours[marker.kind]})` }}
              aria-hidden="true"
            />{' '}
            {t(`marker.${marker.kind}`)}{' '}
            <Link to={to(marker)}>
              <bdi>{marker.name}</bdi>
            </Link>{' '}
            <span className="quiet">
              <When at={marker.at} as="dateTime" />
            </span>
          </li>
        ))}
      </ul>
      <Remaining count={remaining} />
    </section>
  )
}

function OpenSamples({ name, count, onOpen }: { name: string; count: number; onOpen(): void }) {
  const { t } = useTranslation('reports')
  const seen = useFormat().number(count)
  return (
    <button
      type="button"
      className="link-button numbers"
      aria-label={`${seen} ${t('samples')}: ${name}`}
      onClick={onOpen}
    >
      {seen}
    </button>
  )
}
