import {
  Area,
  CartesianGrid,
  ComposedChart,
  Curve,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type LineDrawShapeProps,
} from 'recharts'
import type { SVGProps } from 'react'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { directionOf } from '#lib/i18n/languages.ts'
import { isolateInChart } from './isolateInChart.ts'
import { ticksUpTo } from './valueTicks.ts'
import styles from './charts.module.css'

export interface Lines {
  series: readonly {
    key: string
    name: string
    colour: string
    /** [x, value] pairs. A null value is a gap. */
    points: readonly (readonly [number, number | null])[]
    /** An SVG dash array. Omit for a solid line. */
    dash?: string | undefined
    /** Shades the lowest and highest values behind each point: a mean must not hide a peak. */
    spread?: readonly (readonly [x: number, low: number, high: number])[]
    /** The readings farthest outside the safe range. */
    beyond?: readonly (readonly [x: number, value: number])[]
  }[]
  /** The safe range, shaded behind all lines. Null on a side means open. */
  band?: { lower: number | null; upper: number | null } | null
  markers?: readonly { x: number; name: string; colour: string }[]
  /** Omit for round numbers. */ ticks?: number[]
  formatX(x: number): string
  formatTip(x: number): string
  format(value: number): string
  height?: number
  /** The upper bound of the axis and of all values: 100 for a percentage. */
  most?: number
  /** Draws a dot at each value, for a few values with little between them. */
  hasPoints?: boolean
  /** For booleans: the line keeps its value until the next point. */
  isStepped?: boolean
  onOpen?: ((key: string, x: number) => void) | undefined
}

interface Dot {
  cx?: number
  cy?: number
  payload?: { x?: number }
}
interface TipProps {
  active?: boolean
  label?: string | number
  payload?: readonly { value?: unknown; dataKey?: unknown }[]
}

export default function LinesChart({
  series,
  band = null,
  markers = [],
  ticks,
  formatX,
  formatTip,
  format,
  height = 320,
  most,
  hasPoints = false,
  isStepped = false,
  onOpen,
}: Lines) {
  const isRtl = directionOf(currentLanguage()) === 'rtl'
  const rows = new Map<number, Record<string, number | [number, number] | null>>()
  for (const { key, points, spread = [], beyond = [] } of series) {
    for (const [x, value] of points) rows.set(x, { ...rows.get(x), [key]: value })
    for (const [x, low, high] of spread)
      rows.set(x, { ...rows.get(x), [spreadOf(key)]: [low, high] })
    for (const [x, value] of beyond) rows.set(x, { ...rows.get(x), [beyondOf(key)]: value })
  }
  const data = [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([x, values]) => ({ x, ...values }))
  const valueTicks = isStepped
    ? [0, 1]
    : most === undefined
      ? null
      : ticksUpTo(
          most,
          series.flatMap(({ points }) => points.flatMap(([, value]) => value ?? [])),
        )
  const tip = ({ active, label, payload }: TipProps) =>
    active === true && payload !== undefined && payload.length > 0 ? (
      <div className={styles.chartTip} dir={isRtl ? 'rtl' : 'ltr'}>
        <strong>{formatTip(Number(label))}</strong>
        {payload
          .filter(({ dataKey }) => !isBeside(dataKey))
          .map((one) => (
            <div key={String(one.dataKey)}>
              <bdi>{series.find(({ key }) => key === one.dataKey)?.name}</bdi>:{' '}
              {typeof one.value === 'number' ? format(one.value) : '–'}
            </div>
          ))}
      </div>
    ) : null
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart
        data={data}
        margin={{ top: 8, right: 8, bottom: 0, left: 8 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--pr-line)" />
        <XAxis
          dataKey="x"
          type="number"
          domain={['dataMin', 'dataMax']}
          reversed={isRtl}
          {...(ticks === undefined ? {} : { ticks })}
          tickFormatter={(x: number) => isolateInChart(formatX(x), isRtl)}
          tickLine={false}
          axisLine={{ stroke: 'var(--pr-line)' }}
          interval="equidistantPreserveStart"
          minTickGap={12}
        />
        <YAxis
          orientation={isRtl ? 'right' : 'left'}
          {...(valueTicks === null
            ? { domain: ['auto', 'auto'] }
            : { domain: [valueTicks[0] ?? 0, valueTicks.at(-1) ?? 1], ticks: valueTicks })}
          tickLine={false}
          axisLine={false}
          width={52}
          tickFormatter={(value: number) => format(value)}
        />
        <Tooltip content={tip} isAnimationActive={false} />
        {band !== null && (
          <ReferenceArea
            {...(band.lower === null ? {} : { y1: band.lower })}
            {...(band.upper === null ? {} : { y2: band.upper })}
            fill="var(--pr-green-soft)"
            fillOpacity={0.7}
            ifOverflow="extendDomain"
          />
        )}
        {series.map(({ key, colour, spread }) =>
          spread === undefined ? null : (
            <Area
              key={spreadOf(key)}
              dataKey={spreadOf(key)}
              type="linear"
              fill={colour}
              fillOpacity={0.18}
              stroke="none"
              activeDot={false}
              tooltipType="none"
              isAnimationActive={false}
            />
          ),
        )}
        {markers.map((marker, index) => (
          <ReferenceLine
            key={`${marker.x} ${index}`}
            x={marker.x}
            stroke={marker.colour}
            ifOverflow="discard"
            {...(markers.length > MAX_WHOLE_MARKERS
              ? { shape: tickAtTheFoot }
              : { strokeDasharray: '3 3' })}
          />
        ))}
        {series.map(({ key, name, colour, dash }) => (
          <Line
            key={key}
            dataKey={key}
            name={name}
            type={isStepped ? 'stepAfter' : 'linear'}
            shape={ownPoints}
            stroke={colour}
            strokeWidth={1.8}
            dot={hasPoints && { r: 3, fill: colour, stroke: 'none' }}
            connectNulls={isStepped}
            isAnimationActive={false}
            {...(onOpen === undefined ? {} : { activeDot: pointThatOpens(key, colour, onOpen) })}
            {...(dash === undefined ? {} : { strokeDasharray: dash })}
          />
        ))}
        {series.map(({ key, beyond = [] }) =>
          beyond.length === 0 ? null : (
            <Line
              key={beyondOf(key)}
              dataKey={beyondOf(key)}
              stroke="none"
              dot={{ r: 3, fill: 'var(--pr-red)', stroke: 'none' }}
              activeDot={false}
              tooltipType="none"
              isAnimationActive={false}
            />
          ),
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

/**
 * Lines may be measured at different moments. A line continues over points of other lines; only
 * null ends it.
 */
const ownPoints = ({ points = [], ref: _ref, ...curve }: LineDrawShapeProps) => (
  <Curve
    {...curve}
    points={points.filter((point) => !('value' in point) || point.value !== undefined)}
  />
)

/** More markers across the whole height would hide the lines. */
const MAX_WHOLE_MARKERS = 16
const FOOT_PX = 10
const tickAtTheFoot = ({ x1, y1, y2, stroke }: SVGProps<SVGLineElement>) => {
  const foot = Math.max(Number(y1), Number(y2))
  return <line x1={x1} x2={x1} y1={foot} y2={foot - FOOT_PX} stroke={stroke} strokeWidth={1.5} />
}

const spreadOf = (key: string) => `${key} spread`
const beyondOf = (key: string) => `${key} beyond`
/** The line itself describes its spread and its outliers. */
const isBeside = (dataKey: unknown) => / (?:spread|beyond)$/.test(String(dataKey))

const pointThatOpens =
  (key: string, colour: string, onOpen: (key: string, x: number) => void) =>
  ({ cx, cy, payload }: Dot) => (
    <circle
      key={`${key} ${cx}`}
      className={styles.chartPoint}
      cx={cx}
      cy={cy}
      r={5}
      fill={colour}
      onClick={() => {
        if (payload?.x !== undefined) onOpen(key, payload.x)
      }}
    />
  )
