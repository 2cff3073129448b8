import { PrinterOutlined } from '@ant-design/icons'
import { Button, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { changeNames, isChange, metricNames, type MetricName } from '#contract/metricNames.ts'
import type { MetricRange } from '#contract/reports.ts'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { useFormat } from '#lib/format.tsx'
import { Page } from '#ui/page/Page.tsx'
import { PrintHead } from '#ui/page/PrintHead.tsx'
import {
  EmptyState,
  ErrorState,
  LoadingState,
  NoRight,
  type Failure,
} from '#ui/feedback/states.tsx'
import { reportCalls } from './calls.ts'
import { durations, rangesField, rangesToSend } from './ranges.ts'
import { RangesBar, useRanges } from './RangesBar.tsx'
import { ReadingsPanel } from './ReadingsPanel.tsx'
import { SensorPicker } from './SensorPicker.tsx'
import { SeriesChart } from './SeriesChart.tsx'
import { stepFor } from './series.ts'
import { useRangeLabels } from './useRangeLabels.ts'
import { useSensorsNamed } from './useSensorsNamed.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './reports.module.css'

const measured = {
  name: inAddress.oneOf(metricNames, 'temperature'),
  sensors: inAddress.integers(),
  duration: inAddress.oneOf(durations, 'year'),
  ranges: rangesField,
  markers: inAddress.flag(),
  /** Sensor id, range index and time of the open readings. */
  point: inAddress.integers(),
  page: inAddress.count(1),
}
const changing = { ...measured, name: inAddress.oneOf(changeNames, 'waterLeak') }

export function MetricsPage() {
  const [state, change] = useAddressState(measured)
  const mayRead = useMay('viewer|reports')
  const ranges = rangesToSend(useRanges(state, 1))
  const step = stepFor(ranges)
  const answer = reportCalls.useGetMetricsQuery(
    { body: { name: state.name, tags: { sensorIds: state.sensors }, ranges, step } },
    { skip: !mayRead || ranges.length === 0 },
  )
  return (
    <Frame
      kind="metrics"
      state={state}
      change={change}
      ranges={ranges}
      data={answerToShow(answer)}
      error={answer.error}
      retry={() => void answer.refetch()}
      step={step}
    />
  )
}

export function ChangesPage() {
  const [state, change] = useAddressState(changing)
  const mayRead = useMay('viewer|reports')
  const ranges = rangesToSend(useRanges(state, 1))
  const answer = reportCalls.useGetMetricChangesQuery(
    { body: { name: state.name, tags: { sensorIds: state.sensors }, ranges } },
    { skip: !mayRead || ranges.length === 0 },
  )
  return (
    <Frame
      kind="metricsChangesValue"
      state={state}
      change={change}
      ranges={ranges}
      data={answerToShow(answer)}
      error={answer.error}
      retry={() => void answer.refetch()}
      step={null}
    />
  )
}

interface State {
  name: MetricName
  sensors: number[]
  duration: (typeof durations)[number]
  ranges: { from: string; to: string }[]
  markers: boolean
  point: number[]
  page: number
}
interface FrameProps {
  kind: 'metrics' | 'metricsChangesValue'
  state: State
  change(patch: Partial<Omit<State, 'name'>>, options?: { push?: boolean }): void
  ranges: readonly { from: string; to: string }[]
  data: readonly MetricRange[] | undefined
  error: Failure | undefined
  retry(): void
  /** If null, only changes of the value. */
  step: number | null
}

function Frame({ kind, state, change, ranges, data, error, retry, step }: FrameProps) {
  const { t } = useTranslation(['reports', 'titles', 'dashboards'])
  const navigate = useNavigate()
  const format = useFormat()
  const mayRead = useMay('viewer|reports')
  const { data: sensors } = reportCalls.useListMetricSensorsQuery(
    { body: { name: state.name, limit: 1 } },
    { skip: !mayRead },
  )
  const { data: named } = useSensorsNamed(state.sensors, mayRead)
  const words = useRangeLabels()
  if (!mayRead) return <NoRight />
  const chosen = state.sensors.map(
    (id) => named?.rows.find((row) => Number(row.id) === id)?.name ?? `#${id}`,
  )
  const [sensorId, rangeIndex, at] = state.point
  const opened = rangeIndex === undefined ? undefined : ranges[rangeIndex]
  const names = [...metricNames, ...changeNames]
  const go = (name: MetricName) =>
    void navigate(pathTo(isChange(name) ? 'metricsChangesValue' : 'metrics', undefined, { name }))
  return (
    <Page
      title={t(`titles:${kind}`)}
      back={{ to: pathTo('report', {}), label: t('titles:report') }}
      actions={
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {t('dashboards:print')}
        </Button>
      }
      panel={
        sensorId !== undefined &&
        opened !== undefined && (
          <ReadingsPanel
            name={state.name}
            sensorId={sensorId}
            range={opened}
            step={step}
            at={at ?? null}
            page={state.page}
            onPage={(page) => change({ page })}
            onClose={() => change({ point: [], page: 1 }, { push: true })}
          />
        )
      }
    >
      <div className={`${styles.report} print-whole`}>
        <PrintHead
          lines={[
            t(`metricName.${state.name}`),
            ranges.map(words).join('; '),
            chosen.length === 0 ? t('allSensors') : format.list(chosen),
          ]}
        />
        <div className={styles.reportAsk}>
          <Select
            aria-label={t('metric')}
            popupMatchSelectWidth={false}
            value={state.name}
            onChange={go}
            options={names.map((name) => ({ value: name, label: t(`metricName.${name}`) }))}
          />
          <SensorPicker
            multiple
            key={state.name}
            metric={state.name}
            label={t('allSensors')}
            className={styles.reportSensors}
            value={state.sensors}
            onChange={(chosen) => change({ sensors: chosen }, { push: true })}
          />
          <RangesBar
            mark="dash"
            count={1}
            state={state}
            onChange={(patch) => change(patch, { push: true })}
          />
          <label className={styles.sharer}>
            <Switch
              size="small"
              checked={state.markers}
              onChange={(markers) => change({ markers }, { push: true })}
              aria-label={t('showMarkers')}
            />
            {t('showMarkers')}
          </label>
        </div>
        {ranges.length === 0 ? (
          <EmptyState title={t('noRange')} hint={t('noRangeHint')} />
        ) : data === undefined && error !== undefined ? (
          <ErrorState failure={error} onRetry={retry} />
        ) : data === undefined ? (
          <LoadingState rows={8} />
        ) : data.every(({ series }) => series.every(({ values }) => values.length === 0)) ? (
          <EmptyState
            title={t('noReadings')}
            hint={sensors?.count === 0 ? t('noSensors') : t('noReadingsHint')}
          />
        ) : (
          <SeriesChart
            kind={kind}
            name={state.name}
            answers={data}
            step={step}
            hasMarkers={state.markers}
            format={format}
            onOpen={({ sensorId: one, range, at: when }) =>
              change(
                { point: when === null ? [one, range] : [one, range, when], page: 1 },
                { push: true },
              )
            }
          />
        )}
      </div>
    </Page>
  )
}
