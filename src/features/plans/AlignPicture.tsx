import { PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Metres } from '#contract/venue/plane.ts'
import { useFormat } from '#lib/format.tsx'
import { coordinatesOf } from './drawing/fit.ts'
import { sheetOf, type Frame } from './drawing/frame.ts'
import type { Plan } from './drawing/plan.ts'
import type { Surrounding } from './surroundings.ts'
import {
  emptyRow,
  alignedByLength,
  alignedByPoints,
  MAX_POINTS,
  type Aligned,
  type PointRow,
} from './alignment.ts'
import { NumberField } from './NumberField.tsx'
import { pathOfRings } from '#map/sheet/pathOf.ts'
import { ringsOf } from './drawing/shapes.ts'
import { PointPane } from './PointPane.tsx'
import type { ShownPicture } from './readPicture.ts'
import { viewAround, useZoomableView } from '#map/sheet/useZoomableView.ts'
import styles from './plans.module.css'

interface Props {
  shown: ShownPicture
  plan: Plan
  frame: Frame
  onAligned(aligned: Aligned | null): void
}
const flipped = ({ x, y }: Metres): Metres => ({ x, y: -y })
const corners = ({ width, height }: ShownPicture): Metres[] => [
  { x: 0, y: 0 },
  { x: width, y: -height },
]

export function AlignByLength({ shown, plan, frame, onAligned }: Props) {
  const { t } = useTranslation('plans')
  const format = useFormat()
  const looking = useZoomableView(viewAround(corners(shown), 0.02))
  const [points, setPoints] = useState<readonly [Metres | null, Metres | null]>([null, null])
  const [metres, setMetres] = useState<number | null>(null)
  const [next, setNext] = useState(0)
  const aligned = useMemo(
    () => alignedByLength(shown, points, metres, plan, frame),
    [shown, points, metres, plan, frame],
  )
  useEffect(() => onAligned(aligned), [aligned, onAligned])
  const set = (index: number, point: Metres) =>
    setPoints(index === 0 ? [point, points[1]] : [points[0], point])
  return (
    <div className={styles.align}>
      <PointPane
        label={t('picturePane')}
        looking={looking}
        points={points.map((one) => one && flipped(one))}
        isLine
        current={next}
        onPress={(at) => {
          set(next, flipped(at))
          setNext(1 - next)
        }}
      >
        <image href={shown.address} width={shown.width} height={shown.height} />
      </PointPane>
      <div className={styles.alignSide}>
        <p>{t('lengthHint')}</p>
        {points.map((point, index) => (
          <PicturePoint
            key={index}
            number={index + 1}
            point={point}
            shown={shown}
            onChange={(changed) => set(index, changed)}
          />
        ))}
        <NumberField
          label={t('trueLength')}
          unit={t('metre')}
          value={metres}
          min={0.1}
          max={2_000}
          onChange={setMetres}
        />
        {aligned !== null && (
          <p role="status">
            {t('pictureSize', {
              wide: format.number(aligned.to.x - aligned.from.x, { maximumFractionDigits: 1 }),
              deep: format.number(((aligned.to.x - aligned.from.x) * shown.height) / shown.width, {
                maximumFractionDigits: 1,
              }),
            })}
          </p>
        )}
      </div>
    </div>
  )
}

function PicturePoint({
  number,
  point,
  shown,
  onChange,
}: {
  number: number
  point: Metres | null
  shown: ShownPicture
  onChange(point: Metres): void
}) {
  const { t } = useTranslation('plans')
  return (
    <div className={styles.fields}>
      {(['x', 'y'] as const).map((axis) => (
        <NumberField
          key={axis}
          label={t('pointAxis', { number, axis: axis === 'x' ? t('axisX') : t('axisY') })}
          value={point?.[axis] ?? null}
          min={0}
          max={axis === 'x' ? shown.width : shown.height}
          step={1}
          digits={1}
          onChange={(value) => onChange({ ...(point ?? { x: 0, y: 0 }), [axis]: value })}
        />
      ))}
    </div>
  )
}

export function AlignByPoints({
  shown,
  plan,
  frame,
  mayTurn,
  surroundings,
  onAligned,
}: Props & { mayTurn: boolean; surroundings: readonly Surrounding[] }) {
  const { t } = useTranslation('plans')
  const format = useFormat()
  const [rows, setRows] = useState<readonly PointRow[]>([emptyRow, emptyRow, emptyRow])
  const [current, setCurrent] = useState(0)
  const sheet = useMemo(() => sheetOf(frame), [frame])
  const own = plan.rooms.map(({ key, corners: ring }) => ({
    key,
    corners: ring,
    isBuilding: false,
  }))
  const ground = [...surroundings, ...own]
  const pictureView = useZoomableView(viewAround(corners(shown), 0.02))
  const groundView = useZoomableView(
    viewAround(
      ground.length === 0
        ? [
            { x: 0, y: 0 },
            { x: 50, y: 40 },
          ]
        : ground.flatMap((one) => one.corners),
    ),
  )
  const aligned = useMemo(
    () => alignedByPoints(shown, rows, plan, frame, mayTurn),
    [shown, rows, plan, frame, mayTurn],
  )
  useEffect(() => onAligned(aligned), [aligned, onAligned])
  const change = (index: number, patch: Partial<PointRow>): void => {
    const next = rows.map((row, place) => (place === index ? { ...row, ...patch } : row))
    setRows(next)
    const row = next[index]
    if (row !== undefined && row.picture !== null && row.ground !== '') {
      const open = next.findIndex((one) => one.picture === null || one.ground === '')
      if (open >= 0) setCurrent(open)
    }
  }
  const groundPoints = rows.map(({ ground: words }) => {
    const place = coordinatesOf(words)
    return place === null ? null : sheet.toSheet(place)
  })
  return (
    <div className={styles.alignPoints}>
      <p>{ground.length === 0 ? t('pointsHintAlone') : t('pointsHint')}</p>
      <div className={styles.panes} data-alone={ground.length === 0}>
        <PointPane
          label={t('picturePane')}
          looking={pictureView}
          points={rows.map(({ picture }) => picture && flipped(picture))}
          current={current}
          onPress={(at) => change(current, { picture: flipped(at) })}
        >
          <image href={shown.address} width={shown.width} height={shown.height} />
        </PointPane>
        {ground.length > 0 && (
          <PointPane
            label={t('groundPane')}
            looking={groundView}
            points={groundPoints}
            current={current}
            onPress={(at) => {
              const { latitude, longitude } = sheet.toDegrees(at)
              change(current, { ground: `${latitude.toFixed(8)}, ${longitude.toFixed(8)}` })
            }}
          >
            {ground.map(({ key, corners: ring, isBuilding }) => (
              <path
                key={key}
                d={pathOfRings(ringsOf(ring))}
                className={isBuilding ? styles.house : styles.surrounding}
              />
            ))}
          </PointPane>
        )}
      </div>
      <ol className={styles.pointRows}>
        {rows.map((row, index) => {
          const number = index + 1
          const isWrong = row.ground.trim() !== '' && coordinatesOf(row.ground) === null
          return (
            <li key={index} data-current={index === current}>
              <Button
                size="small"
                type={index === current ? 'primary' : 'default'}
                aria-pressed={index === current}
                onClick={() => setCurrent(index)}
              >
                {t('point', { number })}
              </Button>
              <PicturePoint
                number={number}
                point={row.picture}
                shown={shown}
                onChange={(picture) => change(index, { picture })}
              />
              <label className={styles.field}>
                {t('pointGround', { number })}
                <Input
                  dir="ltr"
                  maxLength={60}
                  status={isWrong ? 'error' : ''}
                  aria-invalid={isWrong}
                  placeholder="50.08750, 14.42130"
                  value={row.ground}
                  onFocus={() => setCurrent(index)}
                  onChange={(event) => change(index, { ground: event.target.value })}
                />
              </label>
              {aligned !== null && aligned.fit.errors[index] !== undefined && (
                <span className="quiet">
                  {t('pointError', {
                    metres: format.number(aligned.fit.errors[index] ?? 0, {
                      maximumFractionDigits: 2,
                    }),
                  })}
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {rows.length < MAX_POINTS && (
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => setRows([...rows, emptyRow])}
        >
          {t('anotherPoint')}
        </Button>
      )}
      <p role="status">
        {aligned === null
          ? t('pointsMissing')
          : t('fitError', {
              metres: format.number(aligned.fit.error, { maximumFractionDigits: 2 }),
            })}
      </p>
    </div>
  )
}
