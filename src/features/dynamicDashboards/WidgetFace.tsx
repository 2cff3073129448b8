import { dateFormat } from '#contract/formatters.ts'
import { DatabaseOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WidgetData } from '#contract/dashboards/dynamicDashboards.ts'
import { groupName } from '#contract/rules/dimensionGroups.ts'
import { useFilterSummary } from '#entities/filterObject/useFilterSummary.ts'
import { useFormat } from '#lib/format.tsx'
import { ChartBlock } from '#ui/charts/ChartBlock.tsx'
import { BarChartOf } from '#ui/charts/LazyChart.tsx'
import { When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState, type Failure } from '#ui/feedback/states.tsx'
import type { WidgetDraft } from './draft.ts'
import { iconOf } from './widgetIcons.tsx'
import styles from './dynamic.module.css'

export interface Opened {
  series: 'now' | 'before'
  group?: string
}
interface FaceProps {
  widget: WidgetDraft
  data: WidgetData | undefined
  error: Failure | undefined
  isFetching: boolean
  retry(): void
  onOpen?(opened: Opened): void
  doors?: ReactNode
}

export function WidgetFace({ widget, data, error, isFetching, retry, onOpen, doors }: FaceProps) {
  const { t } = useTranslation('dynamicDashboards')
  const title = widget.title === '' ? t('untitled') : widget.title
  return (
    <article
      className={`${styles.widget} surface print-unbroken`}
      aria-label={title}
      aria-busy={isFetching}
    >
      <header className={styles.widgetHead}>
        <span className={styles.widgetIcon} aria-hidden="true">
          {iconOf[widget.icon]}
        </span>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <span className={styles.widgetActions}>
          {widget.info !== '' && (
            <Popover
              trigger="click"
              title={t('info')}
              content={
                <p className={styles.widgetInfo} dir="auto">
                  {widget.info}
                </p>
              }
            >
              <Button
                type="text"
                size="small"
                icon={<InfoCircleOutlined aria-hidden />}
                aria-label={`${t('info')}: ${title}`}
              />
            </Popover>
          )}
          <SourceInfo widget={widget} data={data} title={title} />
          {doors}
        </span>
      </header>
      {data === undefined ? (
        error === undefined ? (
          <LoadingState rows={3} />
        ) : (
          <ErrorState failure={error} onRetry={retry} />
        )
      ) : isEmpty(data) ? (
        <p className={`${styles.widgetEmpty} quiet`}>
          {data.dataSourceInfo.beyondRights > 0 ? t('noRight') : t('noData')}
        </p>
      ) : data.kind === 'singleNumber' ? (
        <Single
          widget={widget}
          data={data}
          title={title}
          {...(onOpen === undefined ? {} : { onOpen })}
        />
      ) : (
        <Bars
          widget={widget}
          data={data}
          title={title}
          {...(onOpen === undefined ? {} : { onOpen })}
        />
      )}
    </article>
  )
}

const isEmpty = (data: WidgetData): boolean =>
  data.dataSourceInfo.counted === 0 &&
  (data.kind === 'singleNumber' ||
    data.data.every(({ categories }) => categories.every(({ counted }) => counted === 0)))

function useFigure({ measure }: WidgetDraft['dataSource']): (value: number) => string {
  const format = useFormat()
  return (value) =>
    measure === 'scheduleDone'
      ? format.percent(value)
      : format.number(value, { maximumFractionDigits: 1 })
}

/** The legend's height in pixels. */
const LEGEND = 24
/** Maximum bars that remain distinguishable. */
const DRAWN = 24

interface InsideProps<K extends WidgetData['kind']> {
  widget: WidgetDraft
  data: Extract<WidgetData, { kind: K }>
  title: string
  onOpen?(opened: Opened): void
}

function Single({ widget, data, title, onOpen }: InsideProps<'singleNumber'>) {
  const { t } = useTranslation(['dynamicDashboards', 'dashboards'])
  const format = useFormat()
  const figure = useFigure(widget.dataSource)
  const text = data.data === null ? '–' : figure(data.data)
  return (
    <div className={styles.widgetSingle}>
      <button
        type="button"
        className={`${styles.widgetNumber} numbers`}
        disabled={onOpen === undefined}
        onClick={() => onOpen?.({ series: 'now' })}
        aria-label={t('dashboards:openRows', { card: title, value: text })}
      >
        {text}
      </button>
      <span className="quiet">
        {t(`range.${widget.dataSource.range}`)}
        {data.dataSourceInfo.isPartial && <> · {t('dashboards:soFar')}</>}
      </span>
      {data.previous !== null && (
        <span className="quiet">{t('beforeThat', { value: figure(data.previous) })}</span>
      )}
      <span className="quiet">
        {t('dashboards:counted', { number: format.number(data.dataSourceInfo.counted) })}
      </span>
    </div>
  )
}

function Bars({ widget, data, title, onOpen }: InsideProps<'barChart'>) {
  const { t } = useTranslation(['dynamicDashboards', 'dashboards', 'reports'])
  const format = useFormat()
  const figure = useFigure(widget.dataSource)
  const { groupBy, range } = widget.dataSource
  const ids = [
    ...new Map(
      data.data.flatMap(({ categories }) =>
        categories.map((one): [number | null, string] => [one.id, one.name]),
      ),
    ),
  ]
  const isWithYear = ids.length > 12
  const day = useMemo(
    () =>
      dateFormat(format.locale, {
        timeZone: 'UTC',
        ...(range === 'YEAR'
          ? { year: 'numeric' }
          : range === 'MONTH'
            ? // Up to twelve months are distinct by name; more also need the year.
              { month: 'short', ...(isWithYear ? { year: '2-digit' as const } : {}) }
            : { day: 'numeric', month: 'short' }),
      }),
    [format.locale, range, isWithYear],
  )
  const drawn = Math.min(ids.length, groupBy === 'period' ? ids.length : DRAWN)
  const all = ids.length + (data.data[0]?.remaining ?? 0)
  const nameOf = (id: number | null, name: string): string =>
    groupBy === 'period'
      ? day.format(new Date(`${name}T00:00:00Z`))
      : id === null
        ? t('reports:none')
        : groupName(groupBy, format.locale, id, name)
  const labels = ids.map(([id, name]) => nameOf(id, name))
  const series = data.data.map((one, index) => {
    const found = ids.map(([id]) => one.categories.find((category) => category.id === id))
    return {
      key: one.series,
      name: t(`series.${one.series}`),
      colour: index === 0 ? 'var(--pr-turquoise)' : 'var(--pr-purple)',
      values: found.map((category) => category?.value ?? null),
      notes: found.map((category) =>
        t('dashboards:counted', { number: format.number(category?.counted ?? 0) }),
      ),
    }
  })
  const open =
    onOpen === undefined
      ? undefined
      : (label: number, place: number) => {
          const id = ids[label]?.[0]
          onOpen({
            series: series[place]?.key ?? 'now',
            group: id === null || id === undefined ? 'none' : String(id),
          })
        }
  const bars = series.map((one) => ({
    ...one,
    values: one.values.slice(0, drawn),
    notes: one.notes.slice(0, drawn),
  }))
  return (
    <>
      <ChartBlock
        title={title}
        {...(series.length > 1 ? { legend: series } : {})}
        heading={`${t(`measure.${widget.dataSource.measure}`)} · ${t(`groupBy.${groupBy}`)}`}
        table={{
          columns: [t(`groupBy.${groupBy}`), ...series.map(({ name }) => name)],
          rows: labels.map((label, index) => [
            label,
            ...series.map(({ values }) => values[index] ?? null),
          ]),
          ...(open === undefined ? {} : { onOpen: (index: number) => open(index, 0) }),
        }}
      >
        <BarChartOf
          height={widget.height * 130 - (all > drawn ? 74 : 50) - (series.length > 1 ? LEGEND : 0)}
          labels={labels.slice(0, drawn)}
          series={bars}
          format={figure}
          {...(widget.dataSource.measure === 'logCount' ? {} : { top: 100 })}
          {...(open === undefined ? {} : { onOpen: open })}
        />
      </ChartBlock>
      {series.length > 1 && (
        <ul className={styles.widgetLegend}>
          {series.map(({ key, name, colour }) => (
            <li key={key}>
              <span style={{ background: colour }} aria-hidden="true" /> {name}
            </li>
          ))}
        </ul>
      )}
      {all > drawn && (
        <p className="quiet">
          {t('reports:shownOf', {
            shown: format.number(drawn),
            all: format.number(all),
            from: format.number(1),
            to: format.number(ids.length),
          })}
        </p>
      )}
    </>
  )
}

function SourceInfo({
  widget,
  data,
  title,
}: {
  widget: WidgetDraft
  data: WidgetData | undefined
  title: string
}) {
  const { t } = useTranslation(['dynamicDashboards', 'dashboards'])
  const format = useFormat()
  const summary = useFilterSummary(widget.dataSource.filter)
  const info = data?.dataSourceInfo
  const days = useMemo(
    () =>
      dateFormat(format.locale, {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
      }),
    [format.locale],
  )
  const content = (
    <ul className={styles.widgetSource}>
      <li>
        {t(`measure.${widget.dataSource.measure}`)}:{' '}
        {t(
          widget.dataSource.measure === 'scheduleDone'
            ? 'dashboards:formula.scheduleDone'
            : 'dashboards:formula.averageScore',
        )}
      </li>
      <li>{summary}</li>
      {info !== undefined && (
        <li>
          {days.formatRange(new Date(`${info.from}T00:00:00Z`), new Date(`${info.to}T00:00:00Z`))}
        </li>
      )}
      {info !== undefined && (
        <li>
          {t('dashboards:counted', { number: format.number(info.counted) })}
          {info.beyondRights > 0 && (
            <> · {t('dashboards:cut', { number: format.number(info.beyondRights) })}</>
          )}
        </li>
      )}
      {info?.lastAt !== undefined && info.lastAt !== null && (
        <li>
          {t('dashboards:until')} <When at={info.lastAt} as="dateTime" />
        </li>
      )}
    </ul>
  )
  return (
    <>
      <Popover trigger="click" title={t('sourceInfo')} content={content}>
        <Button
          type="text"
          size="small"
          icon={<DatabaseOutlined aria-hidden />}
          aria-label={`${t('sourceInfo')}: ${title}`}
        />
      </Popover>
      <div className={styles.printed}>{content}</div>
    </>
  )
}
