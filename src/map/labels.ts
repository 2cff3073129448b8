/**
 * Labels over the map: rooms, signs, neighbours, clusters, the selection. On a canvas of the page,
 * so that the browser shapes every script and no wall hides a label.
 */
import type { Metres } from '#contract/venue/plane.ts'
import type { RoomKind } from '#contract/venue/shapes.ts'
import type { GlyphPath } from '#ui/page/Glyph.tsx'
import type { Crowd } from './crowdStage.ts'
import type { Frame } from './frame.ts'
import { drawGlyph } from './glyphSheet.ts'
import {
  splitInTwoLines,
  findLabelSpot,
  findBadgeSpot,
  labelCandidates,
  rotateBack,
  rotatePoint,
  labelRotation,
  type Box,
  type Circle,
  type Turn,
} from './labelRoom.ts'
import { drawBadge, drawCluster, drawTag, drawText, SIGN } from './labelMarks.ts'
import { projectPoint, type OnScreen } from './projection.ts'
import { signs } from './signs.ts'
import type { MapColours } from './style.ts'

export interface RoomLabel {
  id: number
  kind: RoomKind
  /** Closed rings in metres around the crowd's origin. */
  ring: readonly Metres[]
  middle: Metres
  name: string
  /** Used if the name is too long. */
  short: string
  note: string
  badge: { text: string; colour: string } | null
}
/** An area's name in its colour. Placed first, so that rooms' names avoid it. */
export interface AreaLabel extends Pick<RoomLabel, 'ring' | 'middle' | 'name'> {
  id: number
  colour: string
}
interface Written {
  areas: readonly AreaLabel[]
  rooms: readonly RoomLabel[]
  selectedRoomId: number | null
  places: readonly (Metres & { name: string })[]
  tags: readonly {
    at: Metres
    moverId: number | null
    text: string
    colour: string
  }[]
  glyphs: readonly GlyphPath[]
  colours: MapColours
  font: string
}
/** Metres above the lowest floor. */
export interface Heights {
  names: number
  marks(level: number): number
  /** Floors are stacked: their rooms have no names. */
  isApart: boolean
  /** True while the camera moves: names keep their position in their rooms. */
  isHeld: boolean
}

interface Variant {
  lines: string[]
  size: number
  hasNote: boolean
  hasSign: boolean
}
/** A name may give way to a mark; a layer's badge may not. */
const BADGE_ALONE: Variant = { lines: [], size: 12, hasNote: false, hasSign: false }
const toldFirst = ({ badge }: RoomLabel): number => (badge === null ? 1 : 0)
interface Placed {
  at: Metres
  variant: Variant
}

const LINE = 1.22
const GAP = 3
/** Beyond this, only the building's name is shown. */
const NAMES_PER_PIXEL = 0.34
const PLAN_EVERY = 140

export interface Labels {
  write(written: Written): void
  paint(frame: Frame, crowd: Crowd, heights: Heights): void
}

export function labelsOn(canvas: HTMLCanvasElement, repaint: () => void): Labels {
  const context = canvas.getContext('2d')
  let written: Written | null = null
  let placed = new Map<number, Placed>()
  let planned = { at: 0, version: -1, zoom: 0, bearing: 999, pitch: 0 }
  let last = { key: '', version: -1 }
  let later: ReturnType<typeof setTimeout> | undefined
  const turnedRings = new Map<number, { ring: Metres[]; spots: Metres[]; bearing: number }>()
  const widths = new Map<string, number>()

  const fontOf = (size: number, weight: number): string =>
    `${weight} ${size}px ${written?.font ?? 'sans-serif'}`
  const widthOf = (text: string, size: number, weight: number): number => {
    const key = `${size} ${weight} ${text}`
    const known = widths.get(key)
    if (known !== undefined || context === null) return known ?? 0
    context.font = fontOf(size, weight)
    const width = context.measureText(text).width
    if (widths.size > 3_000) widths.clear()
    widths.set(key, width)
    return width
  }
  const boxOf = ({ lines, size, hasNote, hasSign }: Variant, badge: RoomLabel['badge']) => {
    const wide = Math.max(
      hasSign ? SIGN : 0,
      badge === null ? 0 : widthOf(badge.text, 11, 700) + 14,
      ...lines.map((line, index) =>
        hasNote && index === lines.length - 1
          ? widthOf(line, size - 1.5, 500)
          : widthOf(line, size, 650),
      ),
    )
    const high = lines.length * size * LINE + (hasSign ? SIGN + 1 : 0) + (badge === null ? 0 : 20)
    return { wide, high }
  }

  const turnedRing = (room: RoomLabel | AreaLabel, turn: Turn, bearing: number) => {
    const known = turnedRings.get(room.id)
    if (known?.bearing === bearing) return known
    const ring = room.ring.map((point) => rotatePoint(point, turn))
    const made = { ring, spots: labelCandidates(ring, rotatePoint(room.middle, turn)), bearing }
    turnedRings.set(room.id, made)
    return made
  }

  const plan = (frame: Frame, crowd: Crowd, isTight: boolean): void => {
    if (written === null) return
    const { metresPerPixel } = frame
    const turn = labelRotation(frame.bearing)
    const lying = Math.max(0.35, Math.cos(frame.pitch))
    const marks: Circle[] = crowd
      .spots()
      .filter(({ level }) => level === 0)
      .map((one) => ({ ...rotatePoint(one, turn), radius: one.radius }))
    const taken: (Circle | Box)[] = [...marks]
    const news: Box[] = []
    const next = new Map<number, Placed>()
    const place = (
      label: RoomLabel | AreaLabel,
      variants: Variant[],
      badge: RoomLabel['badge'],
    ) => {
      const { ring, spots } = turnedRing(label, turn, frame.bearing)
      const before = placed.get(label.id)
      const tried = before === undefined ? spots : [rotatePoint(before.at, turn), ...spots]
      const halfOf = (variant: Variant) => {
        const { wide, high } = boxOf(variant, badge)
        return {
          wide: (wide / 2 + GAP) * metresPerPixel,
          high: ((high / 2 + GAP - 1) * metresPerPixel) / lying,
        }
      }
      const stand = (variant: Variant, at: Metres): Box => {
        next.set(label.id, { at: rotateBack(at, turn), variant })
        return { ...at, ...halfOf(variant) }
      }
      for (const variant of variants) {
        const at = findLabelSpot(ring, tried, halfOf(variant), taken)
        if (at !== null) return stand(variant, at)
      }
      if (badge === null) return null
      const at = findBadgeSpot(ring, spots, halfOf(BADGE_ALONE), { marks, written: news })
      return at === null ? null : stand(BADGE_ALONE, at)
    }
    for (const area of isTight ? [] : written.areas) {
      const box = place(area, areaVariantsOf(area), null)
      if (box !== null) taken.push(box)
    }
    // Badges are placed before names.
    const rooms = isTight ? [] : written.rooms.toSorted((a, b) => toldFirst(a) - toldFirst(b))
    for (const room of rooms) {
      const box = place(room, variantsOf(room, metresPerPixel), room.badge)
      if (box === null || room.badge === null) continue
      taken.push(box)
      news.push(box)
    }
    placed = next
    planned = {
      at: performance.now(),
      version: crowd.nameVersion(),
      zoom: metresPerPixel,
      bearing: frame.bearing,
      pitch: frame.pitch,
    }
  }

  return {
    write(next) {
      written = next
      turnedRings.clear()
      planned = { ...planned, version: -1, at: 0 }
      last = { key: '', version: -1 }
      // Planning drops labels that do not fit any more; this drops deleted ones.
      const ids = new Set([...next.areas, ...next.rooms].map(({ id }) => id))
      placed = new Map([...placed].filter(([id]) => ids.has(id)))
    },
    paint(frame, crowd, heights) {
      if (written === null || context === null) return
      const isSame =
        Math.abs(planned.zoom / frame.metresPerPixel - 1) < 0.01 &&
        planned.bearing === frame.bearing &&
        Math.abs(planned.pitch - frame.pitch) < 0.02 &&
        planned.version === crowd.nameVersion()
      const isTight = heights.isApart || frame.metresPerPixel > NAMES_PER_PIXEL
      const isLate = performance.now() - planned.at > PLAN_EVERY
      if (!isSame && isLate && (planned.at === 0 || !heights.isHeld)) plan(frame, crowd, isTight)
      else if (!isSame) later ??= setTimeout(() => ((later = undefined), repaint()), PLAN_EVERY)
      const key = `${Array.from(frame.matrix).join(' ')} ${frame.width} ${frame.height} ${heights.names} ${planned.at}`
      const isMoving =
        crowd.progress() < 1 &&
        (crowd.clusters.length > 0 || written.tags.some(({ moverId }) => moverId !== null))
      const version = crowd.nameVersion()
      if (key === last.key && version === last.version && !isMoving) return
      last = { key, version }
      const ratio = Math.min(2, window.devicePixelRatio)
      const [width, height] = [Math.round(frame.width * ratio), Math.round(frame.height * ratio)]
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width
        canvas.height = height
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      context.clearRect(0, 0, frame.width, frame.height)
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      const { colours } = written
      for (const { x, y, name } of frame.metresPerPixel < 1.4 && !heights.isApart
        ? written.places
        : []) {
        const on = projectPoint(frame, x, y, 0)
        if (on !== null) drawText(context, name, on, fontOf(12, 600), colours.quiet, colours.halo)
      }
      const paintRooms = (areTold: boolean): void => {
        for (const room of isTight ? [] : (written?.rooms ?? [])) {
          const there = placed.get(room.id)
          if (there === undefined || (room.badge !== null) !== areTold) continue
          const on = projectPoint(frame, there.at.x, there.at.y, heights.names)
          if (on !== null) paintRoom(room, there.variant, on)
        }
      }
      paintRooms(false)
      for (const { id, colour } of isTight ? [] : written.areas) {
        const there = placed.get(id)
        const on = there && projectPoint(frame, there.at.x, there.at.y, heights.names)
        if (there !== undefined && on) paintArea(there.variant, on, colour)
      }
      for (const cluster of crowd.clusters) {
        const on = projectPoint(frame, cluster.x, cluster.y, heights.marks(cluster.level))
        if (on !== null) drawCluster(context, cluster, on, written, fontOf(12, 700))
      }
      paintRooms(true)
      for (const { at, moverId, text, colour } of written.tags) {
        const moving = moverId === null ? null : crowd.where(moverId)
        const { x, y } = moving ?? at
        const on = projectPoint(frame, x, y, heights.marks(moving?.level ?? 0))
        if (on !== null) drawTag(context, text, on, { colour, colours, font: fontOf(12.5, 650) })
      }
    },
  }

  function paintArea({ lines, size }: Variant, { x, y }: OnScreen, colour: string): void {
    if (context === null || written === null) return
    const top = y - ((lines.length - 1) * size * LINE) / 2
    for (const [index, line] of lines.entries()) {
      const at = { x, y: top + index * size * LINE }
      drawText(context, line, at, fontOf(size, 650), colour, written.colours.halo)
    }
  }

  function paintRoom(room: RoomLabel, variant: Variant, { x, y }: OnScreen): void {
    if (context === null || written === null) return
    const { colours } = written
    const { high } = boxOf(variant, room.badge)
    let top = y - high / 2
    const sign = variant.hasSign ? signs[room.kind] : undefined
    if (sign !== undefined) {
      context.fillStyle = colours.sign
      context.beginPath()
      context.roundRect(x - SIGN / 2, top, SIGN, SIGN, 4.5)
      context.fill()
      drawGlyph(context, sign, { x, y: top + SIGN / 2, size: SIGN * 0.76, colour: colours.paper })
      top += SIGN + 1
    }
    const isQuiet = room.kind === 'corridor'
    for (const [index, line] of variant.lines.entries()) {
      const isNote = variant.hasNote && index === variant.lines.length - 1
      const at = { x, y: top + (variant.size * LINE) / 2 }
      drawText(
        context,
        line,
        at,
        isNote ? fontOf(variant.size - 1.5, 500) : fontOf(variant.size, isQuiet ? 500 : 650),
        isNote || isQuiet ? colours.quiet : colours.text,
        colours.halo,
      )
      top += variant.size * LINE
    }
    if (room.badge !== null)
      drawBadge(context, room.badge, { x, y: top + 11 }, fontOf(11, 700), colours)
  }
}

function areaVariantsOf({ name }: AreaLabel): Variant[] {
  const plain = { hasNote: false, hasSign: false }
  return [
    { ...plain, lines: [name], size: 12 },
    { ...plain, lines: splitInTwoLines(name), size: 12 },
    { ...plain, lines: splitInTwoLines(name), size: 10 },
  ]
}

/** The longest variant first; the last is the shortest that identifies the room. */
function variantsOf(room: RoomLabel, metresPerPixel: number): Variant[] {
  const hasSign = signs[room.kind] !== undefined
  const size = metresPerPixel < 0.05 ? 13.5 : 12
  const plain = { hasNote: false, hasSign: false }
  if (room.kind === 'closed') return []
  if (room.kind === 'corridor')
    return metresPerPixel < 0.06 && room.name !== ''
      ? [{ ...plain, lines: [room.name], size: 11 }]
      : room.badge === null
        ? []
        : [{ ...plain, lines: [], size }]
  if (hasSign)
    return [
      ...(room.name !== '' && (room.kind === 'entrance' || metresPerPixel < 0.045)
        ? [
            { lines: [room.name], size: 11, hasNote: false, hasSign },
            { lines: splitInTwoLines(room.name), size: 11, hasNote: false, hasSign },
          ]
        : []),
      ...(room.kind === 'entrance' && room.name !== ''
        ? [{ ...plain, lines: splitInTwoLines(room.name), size: 11 }]
        : []),
      { lines: [], size, hasNote: false, hasSign },
    ]
  if (room.name === '') return room.badge === null ? [] : [{ ...plain, lines: [], size }]
  const names = [
    [room.name],
    splitInTwoLines(room.name),
    ...(room.short === '' ? [] : [[room.short]]),
  ]
  return [
    ...(room.note === ''
      ? []
      : names.map((lines) => ({
          lines: [...lines, room.note],
          size,
          hasNote: true,
          hasSign: false,
        }))),
    ...names.map((lines) => ({ ...plain, lines, size })),
    ...names.slice(-1).map((lines) => ({ ...plain, lines, size: 10 })),
  ]
}
