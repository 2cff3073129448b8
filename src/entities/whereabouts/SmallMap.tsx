/**
 * A small floor plan without the map library, so that it is light and works without WebGL. A click
 * opens the map.
 */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Colour } from '#contract/colours.ts'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import { glyphOf } from '#contract/rules/equipmentGlyph.ts'
import { useScheme } from '#ui/theme/scheme.ts'
import { meaningColours, roomTints, schemes } from '#ui/theme/tokens.ts'
import { glyphPaths } from '#entities/equipment/glyphPaths.ts'
import { lyingPlan } from './lyingPlan.ts'
import styles from './whereabouts.module.css'

type Room = Floor['rooms'][number]
interface SmallMark {
  longitude: number
  latitude: number
  typeName: string
  colour: Colour | null
}
interface SmallMapProps {
  floor: Floor
  litRoomId: number | null
  mark: SmallMark | null
  /** A room's extra colour. Null for none. */
  colourOf?: (room: Room) => Colour | null
  to: string
}

const EDGE = 2.5
const MARK = 0.036

export function SmallMap({ floor, litRoomId, mark, colourOf, to }: SmallMapProps) {
  const { t } = useTranslation('entities')
  const { scheme } = useScheme()
  const drawn = useMemo(() => lyingPlan(floor), [floor])
  const { text, accent, accentSoft, surface, lineStrong } = schemes[scheme]
  const tints = roomTints[scheme]
  const isTold = colourOf !== undefined
  const fillOf = (room: Room): string => {
    const told = colourOf?.(room) ?? null
    if (told !== null) return meaningColours[scheme][told].solid
    if (room.id === litRoomId) return accentSoft
    if (isTold) return room.kind === 'room' ? tints.other : tints.circulation
    return tints[room.use]
  }
  const size = drawn.wide * MARK
  const at = mark === null ? null : drawn.pointOf([mark.longitude, mark.latitude])
  const glyph = mark === null ? null : glyphPaths[glyphOf(mark.typeName)]
  const lit = floor.rooms.find(({ id }) => id === litRoomId)
  return (
    <Link
      to={to}
      className={styles.smallMap}
      aria-label={t('smallMap', { floor: floor.name })}
      data-testid="small-map"
    >
      <svg
        viewBox={`${-EDGE} ${-EDGE} ${drawn.wide + 2 * EDGE} ${drawn.high + 2 * EDGE}`}
        aria-hidden="true"
        focusable="false"
      >
        <path d={drawn.outline} fill={tints.circulation} stroke={lineStrong} strokeWidth={0.5} />
        {floor.rooms.map((room) => (
          <path key={room.id} d={drawn.pathOf(room)} fill={fillOf(room)} />
        ))}
        <path d={drawn.walls} fill={lineStrong} />
        <path d={drawn.lines} fill="none" stroke={lineStrong} strokeWidth={0.25} />
        {lit !== undefined && (
          <path d={drawn.pathOf(lit)} fill="none" stroke={accent} strokeWidth={0.7} />
        )}
        {at !== null && glyph !== null && (
          <g transform={`translate(${at.x} ${at.y})`}>
            <circle
              r={size}
              fill={surface}
              stroke={mark?.colour == null ? lineStrong : meaningColours[scheme][mark.colour].solid}
              strokeWidth={size * 0.26}
            />
            <g transform={`scale(${(size * 1.2) / 24}) translate(-12 -12)`}>
              {glyph.fill !== undefined && <path d={glyph.fill} fill={text} />}
              {glyph.line !== undefined && (
                <path d={glyph.line} fill="none" stroke={text} strokeWidth={2.3} />
              )}
            </g>
          </g>
        )}
      </svg>
      <bdi className={styles.smallMapName} aria-hidden="true">
        {floor.name}
      </bdi>
    </Link>
  )
}
