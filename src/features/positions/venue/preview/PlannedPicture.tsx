import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlannedFloorPicture } from '#contract/venue/plannedFloor.ts'
import { useZoomableView, type Looking } from '#map/sheet/useZoomableView.ts'
import { ZoomButtons } from './ZoomButtons.tsx'
import { drawnPlan, type DrawnPlan, type DrawnRoom } from './planGeometry.ts'
import { labelOf, tones, type SeenRoom, type Tone } from './sureness.ts'
import { PATTERN_PX, STEP, TonePattern } from './TonePattern.tsx'
import { usePicturePointer } from './usePicturePointer.ts'
import styles from './preview.module.css'

interface Props {
  floor: PlannedFloorPicture
  rooms: readonly SeenRoom[]
  /** Ids of the rooms in the list; other rooms are pale. */
  shown: ReadonlySet<string>
  chosen: ReadonlySet<string>
  label: string
  /** `isMore`: adds to the selection. */
  onPick(room: string | null, isMore: boolean): void
}

export function PlannedPicture({ floor, rooms, shown, chosen, label, onPick }: Props) {
  const id = useId()
  const plan = useMemo(() => drawnPlan(floor), [floor])
  const looking = useZoomableView(plan.whole, 'held')
  const { hold, view, pixel, zoomBy, panBy, lookAt } = looking
  const wholeKey = `${floor.building} ${floor.floor}`
  const lastKey = useRef(wholeKey)
  useEffect(() => {
    if (lastKey.current === wholeKey) return
    lastKey.current = wholeKey
    lookAt(plan.whole)
  }, [lookAt, plan.whole, wholeKey])
  const [stage, setStage] = useState<SVGSVGElement | null>(null)
  const holdStage = useCallback(
    (element: SVGSVGElement | null) => {
      hold(element)
      setStage(element)
    },
    [hold],
  )
  usePicturePointer(stage, { panBy, pixel, onPick })
  const isWhole = view === plan.whole
  return (
    <div className={styles.sheet}>
      <svg
        ref={holdStage}
        className={styles.stage}
        data-zoomed={!isWhole}
        data-testid="planned-floor"
        viewBox={`${view.x} ${view.y} ${view.wide} ${view.high}`}
        role="img"
        aria-label={label}
      >
        <defs>
          {tones.map((tone) => (
            <TonePattern
              key={tone}
              id={`${id}${tone}`}
              tone={tone}
              scale={(pixel * PATTERN_PX) / STEP}
            />
          ))}
        </defs>
        <path d={plan.outline} className={styles.outline} />
        <Rooms id={id} plan={plan} rooms={rooms} shown={shown} chosen={chosen} />
        <Parts plan={plan} />
        <Chosen plan={plan} chosen={chosen} />
        <Names plan={plan} rooms={rooms} pixel={pixel} />
        <Faults plan={plan} looking={looking} />
      </svg>
      <ZoomButtons onZoom={zoomBy} onWhole={() => lookAt(plan.whole)} />
    </div>
  )
}

function Rooms({
  id,
  plan,
  rooms,
  shown,
  chosen,
}: { id: string; plan: DrawnPlan } & Pick<Props, 'rooms' | 'shown' | 'chosen'>) {
  return plan.rooms.map(({ id: room, path }, index) => {
    const tone = rooms[index]?.tone ?? 'sure'
    return (
      <RoomShape
        key={room}
        room={room}
        path={path}
        tone={tone}
        fill={`url(#${id}${tone})`}
        isShown={shown.has(room)}
        isChosen={chosen.has(room)}
      />
    )
  })
}

/** Memoised, so that a press renders only the changed rooms. */
const RoomShape = memo(function RoomShape({
  room,
  path,
  tone,
  fill,
  isShown,
  isChosen,
}: {
  room: string
  path: string
  tone: Tone
  fill: string
  isShown: boolean
  isChosen: boolean
}) {
  return (
    <path
      data-room={room}
      data-tone={tone}
      data-shown={isShown}
      data-chosen={isChosen}
      d={path}
      className={styles.room}
      fill={fill}
    />
  )
})

const Parts = memo(function Parts({ plan }: { plan: DrawnPlan }) {
  return (
    <>
      {plan.removed.map((path, index) => (
        <path key={index} d={path} className={styles.removed} />
      ))}
      {plan.parts.map(({ kind, isArea, path }, index) => (
        <path
          key={index}
          d={path}
          className={isArea ? styles.area : styles.line}
          data-kind={kind}
        />
      ))}
    </>
  )
})

/** Drawn on top, so that no neighbour covers the outline. */
function Chosen({ plan, chosen }: { plan: DrawnPlan; chosen: ReadonlySet<string> }) {
  return plan.rooms
    .filter((room) => chosen.has(room.id))
    .map(({ id, path }) => <path key={id} d={path} className={styles.chosen} />)
}

const LETTER_PX = 11

const fits = ({ wide, deep }: DrawnRoom, words: string, letter: number): boolean =>
  words !== '' && deep > letter * 1.4 && words.length * letter * 0.58 < wide

const Names = memo(function Names({
  plan,
  rooms,
  pixel,
}: {
  plan: DrawnPlan
  rooms: readonly SeenRoom[]
  pixel: number
}) {
  const letter = LETTER_PX * pixel
  return (
    <g className={styles.names} fontSize={letter} strokeWidth={letter * 0.26}>
      {plan.rooms.map((drawn, index) => {
        const seen = rooms[index]
        const words = seen === undefined ? '' : labelOf(seen.room)
        const shown = [words, seen?.room.name ?? '', seen?.room.code ?? ''].find((one) =>
          fits(drawn, one, letter),
        )
        return shown === undefined ? null : (
          <text key={drawn.id} x={drawn.middle.x} y={-drawn.middle.y + letter * 0.35}>
            {shown}
          </text>
        )
      })}
    </g>
  )
})

function Faults({ plan, looking: { pixel } }: { plan: DrawnPlan; looking: Looking }) {
  const { t } = useTranslation('venueImport')
  return (
    <>
      {plan.faults.map(({ key, at, code }) => (
        <g
          key={key}
          transform={`translate(${at.x} ${-at.y}) scale(${pixel})`}
          className={styles.faultMark}
        >
          <title>{t(`fault_${code}`)}</title>
          <path d="M0 -9L9 7H-9Z" />
          <path d="M0 -3V2M0 4.4V5" />
        </g>
      ))}
    </>
  )
}
