import { useEffect, useMemo, useRef, type RefObject } from 'react'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import type { Metres } from '#contract/venue/plane.ts'
import { isCounterClockwise, labelPoint } from '#contract/venue/polygon.ts'
import type { Around, Polygon } from '#contract/venue/shapes.ts'
import type { GlyphPath } from '#ui/page/Glyph.tsx'
import type { Crowd } from './crowdStage.ts'
import type { Origin } from './crowd.ts'
import type { Marks, Pin } from './features.ts'
import type { Eye } from './frame.ts'
import { labelsOn, type AreaLabel, type Heights, type RoomLabel } from './labels.ts'
import { mercatorOf } from './mercator.ts'
import type { MapColours } from './style.ts'

export interface RoomWords {
  name: string
  short: string
  note: string
  badge: { text: string; colour: string } | null
}

function metresFrom(origin: Origin, at: { longitude: number; latitude: number }): Metres {
  const { x, y } = mercatorOf(at)
  return { x: (x - origin.x) / origin.perMetre, y: (origin.y - y) / origin.perMetre }
}

/** Counterclockwise, so that inside is on the left of every wall. */
export function ringOf(origin: Origin, outline: Polygon): Metres[] {
  const ring = outline.coordinates[0] ?? []
  const points = ring.map(([longitude, latitude]) => metresFrom(origin, { longitude, latitude }))
  return isCounterClockwise(ring) ? points : points.toReversed()
}

interface Ink {
  canvas: RefObject<HTMLCanvasElement | null>
  eye: Eye | null
  crowd: Crowd
  floor: Floor
  origin: Origin
  houses: readonly { outline: Polygon; name: string }[]
  around: readonly Around[]
  showRooms: boolean
  wordsOf(room: Floor['rooms'][number]): RoomWords
  areas: NonNullable<Marks['areas']>
  pins: readonly Pin[]
  selectedRoomId: number | null
  glyphs: readonly GlyphPath[]
  colours: MapColours
  heights: () => Heights
  repaint(): void
}

export function useMapInk({
  canvas,
  eye,
  crowd,
  floor,
  origin,
  houses,
  around,
  showRooms,
  wordsOf,
  areas,
  pins,
  selectedRoomId,
  glyphs,
  colours,
  heights,
  repaint,
}: Ink): void {
  const latest = useRef(repaint)
  useEffect(() => {
    latest.current = repaint
  }, [repaint])
  const labels = useRef<ReturnType<typeof labelsOn> | null>(null)
  const rooms = useMemo(
    () =>
      showRooms
        ? floor.rooms.map((room): RoomLabel => ({
            id: room.id,
            kind: room.kind,
            ring: ringOf(origin, room.outline),
            middle: metresFrom(origin, room),
            ...wordsOf(room),
          }))
        : [],
    [floor, origin, showRooms, wordsOf],
  )
  const areaNames = useMemo(
    () =>
      areas.flatMap(({ outline, name, colour }, index): AreaLabel[] =>
        name === undefined
          ? []
          : [
              {
                id: -1 - index,
                ring: ringOf(origin, outline),
                middle: metresFrom(origin, labelPoint(outline)),
                name,
                colour,
              },
            ],
      ),
    [areas, origin],
  )
  const places = useMemo(
    () =>
      [
        ...houses,
        ...around.flatMap(({ name, shape }) =>
          name !== null && shape.type === 'Polygon' ? [{ name, outline: shape }] : [],
        ),
      ].map(({ name, outline }) => ({ name, ...metresFrom(origin, labelPoint(outline)) })),
    [houses, around, origin],
  )
  useEffect(() => {
    if (canvas.current === null) return
    labels.current ??= labelsOn(canvas.current, () => latest.current())
    labels.current.write({
      areas: areaNames,
      rooms,
      places,
      selectedRoomId,
      tags: pins
        .filter(({ label }) => label !== '')
        .map(({ at, label, colour, moverId }) => ({
          at: metresFrom(origin, at),
          moverId: moverId ?? null,
          text: label,
          colour,
        })),
      glyphs,
      colours,
      font: getComputedStyle(document.body).fontFamily,
    })
    repaint()
  }, [canvas, areaNames, rooms, places, pins, origin, selectedRoomId, glyphs, colours, repaint])
  useEffect(
    () =>
      eye?.each((frame) => {
        crowd.ready(frame)
        labels.current?.paint(frame, crowd, heights())
      }),
    [eye, crowd, heights],
  )
  // Measures again when fonts load late.
  useEffect(() => {
    const handleFonts = (): void => repaint()
    document.fonts?.addEventListener('loadingdone', handleFonts)
    return () => document.fonts?.removeEventListener('loadingdone', handleFonts)
  }, [repaint])
}
