/**
 * A floor as a map, flat or in 3D, drawn from its plan with the equipment that moves on it. Knows
 * no feature: props come in, events go out.
 */
import {
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import type { Around, Polygon } from '#contract/venue/shapes.ts'
import { loadPartLater } from '#lib/lateFiles.ts'
import { useMedia } from '#lib/useMedia.ts'
import type { GlyphPath } from '#ui/page/Glyph.tsx'
import { useScheme } from '#ui/theme/scheme.ts'
import { followSize, isByHand } from './camera.ts'
import { originAt } from './crowd.ts'
import { createCrowdStage } from './crowdStage.ts'
import { startDetail, type Detail } from './detail.ts'
import { FirstPicture } from './FirstPicture.tsx'
import { floorFeatures, groundFeatures, markFeatures, type Marks } from './features.ts'
import { FloorLayers, GroundLayers, MarkLayers } from './FloorLayers.tsx'
import { FloorNames, type FloorWords } from './FloorNames.tsx'
import { cameraOf } from './frame.ts'
import { loadKit, mapLocale } from './kit.ts'
import { MapButtons, type ZoomLabels } from './MapButtons.tsx'
import type { MoverFeed } from './movers.ts'
import { drawCrowdOn } from './pointsLayer.ts'
import { useLastSeparatedFloors, useMapPose } from './pose.ts'
import { emptyStyle, mapColours, type MapColours } from './style.ts'
import type { Padding } from './turned.ts'
import { gapBetweenFloors, lowestOf, useCameraTarget, type Focus } from './useCameraTarget.ts'
import { ringOf, useMapInk, type RoomWords } from './useMapInk.ts'
import { useMapPicking, type Picked } from './useMapPicking.ts'
import styles from './FloorMap.module.css'

const Space = loadPartLater(() => import('./Space.tsx'))

export interface FloorMapProps {
  token: string | null
  label: string
  floor: Floor
  houses: readonly { outline: Polygon; name: string }[]
  around: readonly Around[]
  isSpace: boolean
  stack: readonly Floor[]
  feed: MoverFeed
  glyphs: readonly GlyphPath[]
  /** Glyphs whose marks have another shape. */
  people: readonly number[]
  marks: Marks
  selectedRoomId: number | null
  showRooms: boolean
  wordsOf(room: Floor['rooms'][number]): RoomWords
  /** A layer's colour of a room. Null for the colour of its use. */
  paintOf?: ((room: Floor['rooms'][number]) => string | null) | undefined
  wallHeight(zoom: number): number
  /** A new key brings this object into view. */
  focus: Focus | null
  covered?: number
  isPlacing?: boolean
  onPick(picked: Picked): void
  onFloor?: ((id: number) => void) | undefined
  floorWords?: ((floor: Floor) => FloorWords) | undefined
  onFail(kind: 'loading' | 'auth'): void
  children?: ReactNode
  zoomLabels: ZoomLabels & { floors: string }
}
const EDGE = 34
/** Pixels of the controls beside a narrow stage. */
const BESIDE = 58
/** Pixels for the floor names beside a stack of floors. */
const NAMES = { wide: 172, narrow: 74 }
/** Metres of a pin above the walls. */
const ABOVE = 0.9
const NOTHING: never[] = []
/**
 * Puts a building in a few tiles of zoom 16 instead of one set for each zoom: without a GPU the
 * number of tiles is what a frame costs. As exact as tiles of zoom 18.
 */
const ONE_TILE = { maxzoom: 16, tolerance: 0.09 }

export function FloorMap(props: FloorMapProps) {
  const { token, floor, houses, around, isSpace, stack, feed, glyphs, people, marks } = props
  const { selectedRoomId, showRooms, wordsOf, paintOf, focus, onPick, onFail, label } = props
  const { isPlacing = false, children, zoomLabels, covered = 0, onFloor, floorWords } = props
  const { Map, Source, Layer } = use(loadKit(token))
  const { scheme } = useScheme()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const isNarrow = useMedia('(max-width: 720px)')
  const isTurned = document.documentElement.dir === 'rtl'
  const colours = useMemo(() => mapColours(scheme), [scheme])
  const markColours = useMemo(() => markColoursOf(colours), [colours])
  const style = useMemo(() => emptyStyle(scheme), [scheme])
  const [map, setMap] = useState<MapRef | null>(null)
  const [zoom, setZoom] = useState(18)
  const [hasSpace, setHasSpace] = useState(false)
  const stage = useRef<HTMLElement>(null)
  const dots = useRef<HTMLCanvasElement>(null)
  const ink = useRef<HTMLCanvasElement>(null)
  const hasDrawn = useRef(false)
  /** True once the library has drawn its first frame, or if the view is tilted. */
  const [isDrawn, setIsDrawn] = useState(isSpace || focus !== null)
  // Creating the library's map blocks a slow machine as long as drawing the plan does.
  const [mayBegin, setMayBegin] = useState(isDrawn)
  const begin = useCallback(() => setMayBegin(true), [])
  const repaint = useCallback(() => map?.triggerRepaint(), [map])

  const isStacked = isSpace && stack.length > 0
  const { pose, isUp, isApart, isPosing } = useMapPose({ isSpace, isStacked }, isStill, repaint)
  // The 3D canvas stays mounted but hidden: a new one would delay every switch.
  const [wasUp, setWasUp] = useState(isUp)
  if (isUp && !wasUp) setWasUp(true)
  const kept = useLastSeparatedFloors(stack)
  const shownStack = isApart ? kept : NOTHING
  const gap = useMemo(() => gapBetweenFloors(floor, kept.length), [floor, kept.length])
  const level = isApart ? floor.ordinal - lowestOf(shownStack) : 0
  const wallHeight = props.wallHeight(zoom)
  const stem = wallHeight + ABOVE

  const corner = floor.outline.coordinates[0]?.[0] ?? [0, 0]
  const [longitude, latitude] = corner
  const origin = useMemo(() => originAt(longitude, latitude), [longitude, latitude])
  // A stable object: a new one rebuilds all 3D geometry.
  const spot = useMemo(() => ({ longitude, latitude }), [longitude, latitude])
  const crowd = useMemo(() => {
    const drawn = kept.length > 0 ? [...kept, floor] : [floor]
    const rooms = new globalThis.Map(
      drawn.flatMap((one) =>
        one.rooms.map((room) => [room.id as number, ringOf(origin, room.outline)] as const),
      ),
    )
    return createCrowdStage(feed, origin, { rooms, people, isStill, isHeld: isPosing })
  }, [feed, origin, kept, floor, people, isStill, isPosing])
  const eye = useMemo(() => (map === null ? null : cameraOf(map, origin)), [map, origin])
  useEffect(() => eye?.open(), [eye])
  const [detail] = useState<Detail>(() => ({ scale: 1 }))
  useEffect(
    () =>
      map === null || eye === null
        ? undefined
        : startDetail({ map, eye, isMoving: () => isPosing() || !hasDrawn.current, detail }),
    [map, eye, isPosing, detail],
  )

  const painted = useCallback(
    (room: Floor['rooms'][number]) => paintOf?.(room) ?? colours.rooms[room.use],
    [paintOf, colours],
  )
  const plan = useMemo(() => floorFeatures(floor, painted), [floor, painted])
  const shownMarks = useMemo(() => markFeatures(marks), [marks])
  const grounds = useMemo(
    () =>
      groundFeatures(
        around,
        houses.map(({ outline }) => outline),
      ),
    [around, houses],
  )

  const padding = useMemo((): Padding => {
    const start = isStacked ? NAMES[isNarrow ? 'narrow' : 'wide'] : isNarrow ? 18 : EDGE
    const end = isNarrow || isStacked ? BESIDE : EDGE
    return {
      top: EDGE + 12,
      left: isTurned ? end : start,
      right: isTurned ? start : end,
      bottom: EDGE + covered,
    }
  }, [covered, isNarrow, isStacked, isTurned])
  const stageSize = useCallback(
    () => ({
      width: stage.current?.clientWidth ?? 800,
      height: stage.current?.clientHeight ?? 600,
    }),
    [],
  )
  const { lookAt, aim, backToWhole } = useCameraTarget({
    map,
    floor,
    stage: stageSize,
    padding,
    isSpace,
    isStacked,
    isStill,
    apart: { count: stack.length, gap, level },
  })
  useEffect(() => {
    lookAt(focus)
    // oxlint-disable-next-line react/exhaustive-deps -- the initial view is set once
  }, [lookAt, focus?.key])
  useEffect(
    () =>
      map === null || stage.current === null ? undefined : followSize(map, stage.current, aim),
    [map, aim],
  )

  useEffect(
    () =>
      map === null || eye === null || hasSpace || dots.current === null
        ? undefined
        : drawCrowdOn(dots.current, { map, eye, crowd, glyphs, colours: markColours }),
    [map, eye, hasSpace, crowd, glyphs, markColours],
  )
  const heights = useCallback(
    () => ({
      names: wallHeight * pose.rise,
      marks: (on: number) => on * gap * pose.apart + stem * pose.rise,
      isApart: pose.apart > 0.02,
      isHeld: isPosing(),
    }),
    [wallHeight, pose, gap, stem, isPosing],
  )
  useMapInk({
    canvas: ink,
    eye,
    crowd,
    floor,
    origin,
    houses,
    around,
    showRooms,
    wordsOf,
    areas: marks.areas ?? NOTHING,
    pins: marks.pins ?? NOTHING,
    selectedRoomId,
    glyphs,
    colours,
    heights,
    repaint,
  })
  const heightOf = useCallback(
    (one: Floor) => (one.ordinal - lowestOf(shownStack)) * gap * pose.apart,
    [shownStack, gap, pose],
  )

  const handleClick = useMapPicking({
    map,
    eye,
    crowd,
    heights,
    floor,
    origin,
    spot,
    isApart,
    isPlacing,
    isStill,
    onPick,
  })

  return (
    <section ref={stage} className={styles.floorMap} aria-label={label}>
      {(mayBegin || isSpace) && (
        <Map
          ref={setMap}
          mapStyle={style}
          {...(token === null ? {} : { mapboxAccessToken: token })}
          attributionControl={false}
          locale={mapLocale(label)}
          minZoom={14}
          maxZoom={23}
          maxPitch={70}
          reuseMaps={false}
          // The library would keep drawing while labels fade; this map has no labels of its own.
          fadeDuration={0}
          initialViewState={{ longitude, latitude, zoom: 18 }}
          onLoad={() => {
            hasDrawn.current = true
            setIsDrawn(true)
          }}
          onMoveStart={(event) => {
            if (!isDrawn && isByHand(event)) setIsDrawn(true)
          }}
          onClick={handleClick}
          onZoomEnd={(event) => setZoom(event.viewState.zoom)}
          cursor={isPlacing ? 'crosshair' : 'auto'}
          onError={({ error }) => {
            console.warn(`The map failed: ${error.message}`)
            const isRefused =
              ('status' in error && (error.status === 401 || error.status === 403)) ||
              /access token/i.test(error.message)
            // A failure after the first frame costs a detail, not the map, so it is ignored.
            if (isRefused || !hasDrawn.current) onFail(isRefused ? 'auth' : 'loading')
          }}
          style={{ inlineSize: '100%', blockSize: '100%' }}
        >
          <Source id="sites" type="geojson" {...ONE_TILE} data={grounds} />
          <GroundLayers
            Layer={Layer}
            colours={colours}
            latitude={latitude}
            isVeiled={isApart && hasSpace}
          />
          <Source id="plan" type="geojson" {...ONE_TILE} data={plan} />
          <FloorLayers
            Layer={Layer}
            colours={colours}
            latitude={latitude}
            isRaised={hasSpace}
            isHidden={isApart && hasSpace}
            selectedRoomId={selectedRoomId}
          />
          <Source id="marks" type="geojson" {...ONE_TILE} data={shownMarks} />
          <MarkLayers Layer={Layer} colours={colours} latitude={latitude} />
          {wasUp && map !== null && eye !== null && (
            <Suspense fallback={null}>
              <Space
                map={map}
                eye={eye}
                isShown={isUp}
                detail={detail}
                origin={spot}
                floor={floor}
                stack={kept}
                isApart={isApart}
                crowd={crowd}
                glyphs={glyphs}
                colours={colours}
                marks={markColours}
                paintOf={painted}
                selectedRoomId={selectedRoomId}
                wallHeight={wallHeight}
                stem={stem}
                pose={pose}
                gap={gap}
                onReady={setHasSpace}
              />
            </Suspense>
          )}
        </Map>
      )}
      <canvas ref={dots} className={styles.ink} aria-hidden="true" />
      {!isDrawn && !isSpace && (
        <FirstPicture
          {...{ plan, grounds, padding, colours, selectedRoomId, floor }}
          onSeen={begin}
        />
      )}
      <canvas ref={ink} className={styles.ink} aria-hidden="true" />
      {isStacked &&
        isApart &&
        eye !== null &&
        onFloor !== undefined &&
        floorWords !== undefined && (
          <FloorNames
            eye={eye}
            origin={origin}
            stack={shownStack}
            floorId={floor.id}
            label={zoomLabels.floors}
            heightOf={heightOf}
            nameOf={floorWords}
            isShort={isNarrow}
            covered={covered}
            onFloor={onFloor}
          />
        )}
      <MapButtons map={map} labels={zoomLabels} onWhole={() => backToWhole(isStill ? 0 : 450)} />
      {children}
    </section>
  )
}

const markColoursOf = ({ halo, paper, text }: MapColours) => ({ rim: halo, paper, ink: text })
