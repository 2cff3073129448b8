import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfRoom } from '#contract/venue/roomUse.ts'
import { useFormat } from '#lib/format.tsx'
import { useScheme } from '#ui/theme/scheme.ts'
import { roomTints } from '#ui/theme/tokens.ts'
import { pathOf, pathOfRings } from '#map/sheet/pathOf.ts'
import type { Looking } from '#map/sheet/useZoomableView.ts'
import { outlineOf } from './drawing/convert.ts'
import type { DrawnRoom, Plan, PlanPicture } from './drawing/plan.ts'
import { boxOf, middleOf, rectangle, ringsOf } from './drawing/shapes.ts'
import type { Surrounding } from './surroundings.ts'
import type { Tool } from './tools.ts'
import type { PointerTools } from './usePointerTools.ts'
import styles from './plans.module.css'

interface Props {
  plan: Plan
  keys: readonly string[]
  tool: Tool
  pointer: PointerTools
  looking: Looking
  surroundings: readonly Surrounding[]
  picture: { address: string | null; opacity: number }
  isReadOnly: boolean
}

export function PlanStage(props: Props) {
  const { plan, keys, tool, pointer, looking, surroundings, picture, isReadOnly } = props
  const { t } = useTranslation('plans')
  const { hold, view, pixel } = looking
  const chosen = plan.rooms.find(({ key }) => keys.length === 1 && key === keys[0])
  const [outline, isDrawn] = [outlineOf(plan), plan.outline !== null]
  return (
    <svg
      ref={hold}
      className={styles.stage}
      data-tool={tool}
      data-testid="plan-stage"
      viewBox={`${view.x} ${view.y} ${view.wide} ${view.high}`}
      role="application"
      aria-label={t('stage')}
      aria-describedby="plan-stage-hint"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows, Delete and Escape act on it
      tabIndex={0}
      {...pointer.on}
    >
      <GroundGrid looking={looking} />
      {plan.picture !== null && picture.address !== null && (
        <Aligned picture={plan.picture} address={picture.address} opacity={picture.opacity} />
      )}
      {surroundings.map(({ key, corners, isBuilding }) => (
        <path
          key={key}
          d={pathOfRings(ringsOf(corners))}
          className={isBuilding ? styles.house : styles.surrounding}
        />
      ))}
      {outline.length > 2 && (
        <path
          d={pathOfRings(ringsOf(outline))}
          className={isDrawn ? styles.outline : styles.outlineMade}
        />
      )}
      {plan.rooms.map((room) => (
        <RoomShape
          key={room.key}
          room={room}
          isChosen={keys.includes(room.key)}
          isClear={plan.picture !== null}
        />
      ))}
      {plan.parts.map(({ key, kind, isArea, lines }) => (
        <path
          key={key}
          data-key={key}
          d={lines.map((line) => pathOf(line, isArea)).join('')}
          className={isArea ? styles.area : styles.line}
          data-kind={kind}
          data-chosen={keys.includes(key)}
        />
      ))}
      {plan.rooms.map((room) => (
        <RoomName key={room.key} room={room} pixel={pixel} />
      ))}
      {plan.gateways.map(({ equipmentId, name, at }) => (
        <g key={equipmentId} transform={`translate(${at.x} ${-at.y}) scale(${pixel})`}>
          <title>{name}</title>
          <circle r={10} className={styles.radio} />
          <path d="M-5 -1a7 7 0 0 1 10 0M-2.6 1.6a3.6 3.6 0 0 1 5.2 0" className={styles.waves} />
          <circle cy={4.2} r={1.5} className={styles.antenna} />
        </g>
      ))}
      {chosen !== undefined && tool === 'select' && !isReadOnly && (
        <Handles room={chosen} pixel={pixel} />
      )}
      <UnderPointer tool={tool} pointer={pointer} pixel={pixel} />
    </svg>
  )
}

/** A grid with a line per metre, or per 10 or 100 m if too dense. */
function GroundGrid({ looking: { view, pixel } }: { looking: Looking }) {
  const step = pixel < 0.06 ? 1 : pixel < 0.6 ? 10 : 100
  return (
    <>
      <pattern id="plan-grid" width={step} height={step} patternUnits="userSpaceOnUse">
        <path d={`M${step} 0H0V${step}`} className={styles.gridLine} />
      </pattern>
      <rect
        x={view.x - view.wide}
        y={view.y - view.high}
        width={view.wide * 3}
        height={view.high * 3}
        fill="url(#plan-grid)"
      />
    </>
  )
}

/** Maps picture units (y down) to the ground. */
const matrixOf = ({ from, to, width }: PlanPicture): string => {
  const [x, y] = [(to.x - from.x) / width, (to.y - from.y) / width]
  return `matrix(${x} ${-y} ${y} ${x} ${from.x} ${-from.y})`
}

function Aligned({
  picture,
  address,
  opacity,
}: {
  picture: PlanPicture
  address: string
  opacity: number
}) {
  return (
    <image
      href={address}
      width={picture.width}
      height={picture.height}
      transform={matrixOf(picture)}
      opacity={opacity}
      className={styles.picture}
      data-testid="plan-picture"
    />
  )
}

const RoomShape = memo(function RoomShape({
  room,
  isChosen,
  isClear,
}: {
  room: DrawnRoom
  isChosen: boolean
  isClear: boolean
}) {
  const { scheme } = useScheme()
  const use = useOfRoom({ ...room, locationType: null })
  return (
    <path
      data-key={room.key}
      data-testid="drawn-room"
      d={pathOfRings([...ringsOf(room.corners), ...room.holes])}
      className={styles.room}
      data-chosen={isChosen}
      fill={roomTints[scheme][use]}
      fillOpacity={isClear ? 0.62 : 1}
    />
  )
})

const LETTER_PX = 12
function RoomName({ room, pixel }: { room: DrawnRoom; pixel: number }) {
  const { t } = useTranslation('map')
  const box = boxOf(room.corners)
  const letter = LETTER_PX * pixel
  const kind = room.kind === 'room' ? '' : t(`kind_${room.kind}`)
  const words = [room.code, room.name || kind].filter((one) => one !== '')
  if (box === null || words.length === 0 || box.deep < letter * 1.4) return null
  const fits = words.filter((one) => one.length * letter * 0.56 < box.wide)
  const shown = box.deep < letter * 2.8 ? fits.slice(0, 1) : fits
  const { x, y } = middleOf(room.corners)
  return (
    <text
      x={x}
      y={-y - ((shown.length - 1) * letter) / 1.6 + letter * 0.35}
      fontSize={letter}
      strokeWidth={letter * 0.26}
      className={styles.roomName}
    >
      {shown.map((one, index) => (
        <tspan key={one} x={x} dy={index === 0 ? 0 : letter * 1.25}>
          {one}
        </tspan>
      ))}
    </text>
  )
}

function Handles({ room, pixel }: { room: DrawnRoom; pixel: number }) {
  const { corners, key } = room
  return (
    <>
      {corners.map((corner, index) => {
        const next = corners[(index + 1) % corners.length] ?? corner
        const isLong = Math.hypot(next.x - corner.x, next.y - corner.y) > pixel * 40
        return (
          isLong && (
            <circle
              key={index}
              data-key={key}
              data-after={index}
              cx={(corner.x + next.x) / 2}
              cy={-(corner.y + next.y) / 2}
              r={pixel * 4.5}
              className={styles.between}
            />
          )
        )
      })}
      {corners.map((corner, index) => (
        <g key={index} data-key={key} data-corner={index} className={styles.handle}>
          <circle cx={corner.x} cy={-corner.y} r={pixel * 12} className={styles.grip} />
          <rect
            x={corner.x - pixel * 5}
            y={-corner.y - pixel * 5}
            width={pixel * 10}
            height={pixel * 10}
            rx={pixel * 2}
          />
        </g>
      ))}
    </>
  )
}

const tenth = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

function UnderPointer({
  tool,
  pointer,
  pixel,
}: {
  tool: Tool
  pointer: PointerTools
  pixel: number
}) {
  const { t } = useTranslation('plans')
  const format = useFormat()
  const { points, hover } = pointer
  const last = points.at(-1)
  const box = tool === 'room' && last !== undefined && hover !== null
  const line = hover === null ? points : [...points, hover.at]
  const size = hover === null || !box || last === undefined ? null : boxOf([last, hover.at])
  return (
    <g className={styles.underPointer}>
      {box ? (
        <path d={pathOf(rectangle(last, hover.at))} className={styles.coming} />
      ) : (
        line.length > 1 && <path d={pathOf(line, false)} className={styles.coming} />
      )}
      {size !== null && hover !== null && (
        <text
          x={hover.at.x + pixel * 12}
          y={-hover.at.y - pixel * 12}
          fontSize={pixel * 13}
          strokeWidth={pixel * 4}
          className={styles.measure}
        >
          {t('measure', {
            wide: format.number(size.wide, tenth),
            deep: format.number(size.deep, tenth),
          })}
        </text>
      )}
      {hover !== null && tool !== 'select' && (
        <circle
          cx={hover.at.x}
          cy={-hover.at.y}
          r={pixel * (hover.to === 'corner' ? 7 : 4)}
          className={styles.dot}
          data-to={hover.to ?? 'free'}
        />
      )}
    </g>
  )
}
