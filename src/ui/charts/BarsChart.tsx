import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { directionOf } from '#lib/i18n/languages.ts'
import { isolateInChart } from './isolateInChart.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { canLieHorizontally, SCALE_HEIGHT, widthOfNames } from './lyingBars.ts'
import styles from './charts.module.css'
import { truncate } from '#contract/rules/truncate.ts'

export interface Bars {
  labels: readonly string[]
  series: readonly {
    name: string
    colour: string
    values: readonly (number | null)[]
    notes?: readonly string[]
  }[]
  format(value: number): string
  /** Of the scale, where a shorter text is needed. */
  formatScale?(value: number): string
  /** End of the scale. Omit to use the largest value. */
  top?: number
  height?: number
  onOpen?(label: number, series: number): void
  colourOf?(value: number): string
}

interface TickProps {
  x?: number | string
  y?: number | string
  width?: number | string
  payload?: { value?: string | number }
}

/** Names of many bars do not fit side by side, so they hang vertically. */
const HANGING = { from: 9, letters: 14, height: 76 } as const
const hang = (labels: readonly string[]): boolean =>
  labels.length >= HANGING.from && labels.some((label) => label.length > 5)

/** More hanging names touch each other on a phone, so every second one is drawn. */
const PHONE_NAMES = 14

/** The part of the name that fits under a bar. The tooltip and the table show all of it. */
function Tick({
  x,
  y,
  width,
  payload,
  count,
  isHanging,
  isRtl,
}: TickProps & { count: number; isHanging: boolean; isRtl: boolean }) {
  const label = String(payload?.value ?? '')
  const room = isHanging
    ? HANGING.letters
    : count === 0
      ? label.length
      : Math.max(3, Math.floor((Number(width ?? 600) / count - 6) / 6.6))
  const place = isHanging
    ? // toward the scale, to leave room for the outermost bar
      {
        textAnchor: isRtl ? ('start' as const) : ('end' as const),
        transform: `translate(${Number(x ?? 0) + (isRtl ? -4 : 4)} ${Number(y ?? 0) + 6}) rotate(${isRtl ? 45 : -45})`,
      }
    : { textAnchor: 'middle' as const, x, y: Number(y ?? 0) + 10 }
  return (
    <text {...place} className="recharts-cartesian-axis-tick-value">
      {isolateInChart(truncate(label, room), isRtl)}
    </text>
  )
}

interface TipProps {
  active?: boolean
  label?: string | number
  payload?: readonly {
    name?: unknown
    value?: unknown
    dataKey?: unknown
    payload?: Record<string, unknown>
  }[]
}

export default function BarsChart({
  labels,
  series,
  format,
  formatScale = format,
  top,
  height = 220,
  onOpen,
  colourOf,
}: Bars) {
  const { t } = useTranslation('charts')
  const isRtl = directionOf(currentLanguage()) === 'rtl'
  const isPhone = useIsPhone()
  const isLying = canLieHorizontally(labels, height)
  const isHanging = !isLying && labels.length <= 24 && hang(labels)
  const data = labels.map((label, index) => ({
    label,
    index,
    ...Object.fromEntries(series.map((one, place) => [`s${place}`, one.values[index] ?? null])),
  }))
  const tip = ({ active, label, payload }: TipProps) =>
    active === true && payload !== undefined && payload.length > 0 ? (
      <div className={styles.chartTip} dir={isRtl ? 'rtl' : 'ltr'}>
        <strong>{label}</strong>
        {payload.map((one) => {
          const place = Number(String(one.dataKey).slice(1))
          const note = series[place]?.notes?.[Number(one.payload?.['index'])]
          return (
            <div key={place}>
              {series.length > 1 && (
                <>
                  <bdi>{series[place]?.name}</bdi>:{' '}
                </>
              )}
              {typeof one.value === 'number' ? format(one.value) : t('noValue')}
              {note !== undefined && <span className="quiet"> · {note}</span>}
            </div>
          )
        })}
      </div>
    ) : null
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart
        data={data}
        layout={isLying ? 'vertical' : 'horizontal'}
        margin={{ top: 4, right: isLying ? 16 : 4, bottom: 0, left: isLying ? 16 : 4 }}
        barCategoryGap={series.length > 1 ? '16%' : '22%'}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={isLying} horizontal={!isLying} stroke="var(--pr-line)" />
        {isLying ? (
          <>
            <XAxis
              type="number"
              reversed={isRtl}
              domain={[0, top ?? 'auto']}
              tickLine={false}
              axisLine={false}
              height={SCALE_HEIGHT}
              tickCount={isPhone ? 3 : 5}
              minTickGap={12}
              tickFormatter={(value: number) => formatScale(value)}
            />
            <YAxis
              type="category"
              dataKey="label"
              orientation={isRtl ? 'right' : 'left'}
              tickLine={false}
              axisLine={{ stroke: 'var(--pr-line)' }}
              interval={0}
              width={widthOfNames(labels)}
            />
          </>
        ) : (
          <>
            <XAxis
              dataKey="label"
              reversed={isRtl}
              tickLine={false}
              axisLine={{ stroke: 'var(--pr-line)' }}
              interval={
                labels.length > 24
                  ? 'preserveStartEnd'
                  : isPhone && labels.length > PHONE_NAMES
                    ? 1
                    : 0
              }
              minTickGap={6}
              height={isHanging ? HANGING.height : 22}
              tick={<Tick count={labels.length} isHanging={isHanging} isRtl={isRtl} />}
            />
            <YAxis
              orientation={isRtl ? 'right' : 'left'}
              domain={[0, top ?? 'auto']}
              tickLine={false}
              axisLine={false}
              width={44}
              tickFormatter={(value: number) => formatScale(value)}
            />
          </>
        )}
        <Tooltip cursor={{ fill: 'var(--pr-hover)' }} content={tip} isAnimationActive={false} />
        {series.map((one, place) => (
          <Bar
            key={place}
            dataKey={`s${place}`}
            name={one.name}
            fill={one.colour}
            radius={isLying ? [0, 3, 3, 0] : [3, 3, 0, 0]}
            maxBarSize={46}
            isAnimationActive={false}
            minPointSize={2}
            {...(onOpen === undefined
              ? {}
              : {
                  onClick: (_bar: unknown, index: number) => onOpen(index, place),
                  style: { cursor: 'pointer' },
                })}
          >
            {labels.map((_label, index) => {
              const value = one.values[index]
              return (
                <Cell
                  key={index}
                  fill={
                    colourOf !== undefined && typeof value === 'number'
                      ? colourOf(value)
                      : one.colour
                  }
                />
              )
            })}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
