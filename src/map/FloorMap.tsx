/**
 * A floor as a map: drawn from its own plan, with what moves on it. Knows no feature: what is shown
 * comes in, what is touched goes out.
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
import type { Floor } from '#contract/rtlsShapes'
import { boundsOf, isInside } from '#contract/venue/polygon'
import type { Polygon } from '#contract/venue/shapes'
import { latePart } from '../lib/lateFiles.ts'
import { useMedia } from '../lib/useMedia.ts'
import { useScheme } from '../ui/theme/scheme.ts'
import { followSize } from './camera.ts'
import { floorFeatures, markFeatures, roomLabels, siteFeatures, type Marks } from './features.ts'
import { FloorLayers, LabelLayers, MarkLayers } from './FloorLayers.tsx'
import { loadKit } from './kit.ts'
import { nearestOnScreen, type MoverFeed } from './movers.ts'
import { holdLayer } from './ownLayer.ts'
import { pointsLayer } from './pointsLayer.ts'
import { emptyStyle, mapColours, VENDOR_FONT } from './style.ts'
import { lowestOf, slant, useAim, type Focus } from './useAim.ts'
import styles from './FloorMap.module.css'

const Space = latePart(() => import('./Space.tsx'))

export interface Picked {
  moverId: number | null
  roomId: number | null
  at: { longitude: number; latitude: number }
}

export interface FloorMapProps {
  token: string | null
  /** Read aloud as the map's name. */
  label: string
  floor: Floor
  /** The grounds of all buildings, so that one sees where one is. */
  sites: readonly Polygon[]
  /** In space; `stack` are all floors of the building, drawn above each other. */
  isSpace: boolean
  stack: readonly Floor[]
  feed: MoverFeed
  marks: Marks
  selectedRoomId: number | null
  showRooms: boolean
  roomName(room: Floor['rooms'][number]): string
  /** Walls, in metres. */
  wallHeight(zoom: number): number
  /** A fresh key brings this into view. */
  focus: Focus | null
  isPlacing?: boolean
  onPick(picked: Picked): void
  onFail(kind: 'loading' | 'auth'): void
  /** Buttons over the map. */
  children?: ReactNode
  zoomLabels: { in: string; out: string; whole: string }
}

export function FloorMap(props: FloorMapProps) {
  const {
    token,
    floor,
    sites,
    isSpace,
    stack,
    feed,
    marks,
    selectedRoomId,
    showRooms,
    roomName,
    focus,
    onPick,
    onFail,
    label,
    isPlacing = false,
    children,
    zoomLabels,
  } = props
  const { Map, Source, Layer } = use(loadKit(token))
  const { scheme } = useScheme()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const colours = useMemo(() => mapColours(scheme), [scheme])
  const isVendor = token !== null
  const style = useMemo(() => emptyStyle(scheme, isVendor), [scheme, isVendor])
  const [map, setMap] = useState<MapRef | null>(null)
  const [zoom, setZoom] = useState(18)
  const plan = useMemo(() => floorFeatures(floor), [floor])
  const names = useMemo(() => roomLabels(floor, roomName), [floor, roomName])
  const shownMarks = useMemo(() => markFeatures(marks), [marks])
  const grounds = useMemo(() => siteFeatures(sites), [sites])
  const whole = useMemo(() => boundsOf([floor.outline]), [floor])
  const first = useRef(whole)
  const hasDrawn = useRef(false)
  const stage = useRef<HTMLElement>(null)
  const isStacked = isSpace && stack.length > 0

  const fitWhole = useCallback(
    (duration: number) => {
      if (map === null || whole === null) return
      map.fitBounds(
        [
          [whole.west, whole.south],
          [whole.east, whole.north],
        ],
        { padding: 36, duration, maxZoom: 21, ...slant(isSpace) },
      )
    },
    [map, whole, isSpace],
  )
  const { lookAt, goOn } = useAim({
    map,
    fitWhole,
    isSpace,
    isStill,
    level: isStacked ? floor.ordinal - lowestOf(stack) : 0,
  })
  useEffect(() => {
    lookAt(focus)
    // eslint-disable-next-line react/exhaustive-deps -- shown once, then not followed
  }, [lookAt, focus?.key])
  useEffect(
    () =>
      map === null || stage.current === null ? undefined : followSize(map, stage.current, goOn),
    [map, goOn],
  )

  const layer = useMemo(
    () => pointsLayer('movers', feed, { rim: colours.halo, isStill }),
    [feed, colours.halo, isStill],
  )
  useEffect(
    () => (map === null || isSpace ? undefined : holdLayer(map, layer)),
    [map, layer, isSpace],
  )

  const handleClick = useCallback(
    (event: { point: { x: number; y: number }; lngLat: { lng: number; lat: number } }) => {
      if (map === null) return
      const at = { longitude: event.lngLat.lng, latitude: event.lngLat.lat }
      const mover = isPlacing
        ? null
        : nearestOnScreen(feed.read(), event.point, ({ longitude, latitude }) =>
            map.project([longitude, latitude]),
          )
      onPick({
        moverId: mover,
        roomId: floor.rooms.findLast(({ outline }) => isInside(outline, at))?.id ?? null,
        at,
      })
    },
    [map, feed, floor, isPlacing, onPick],
  )

  return (
    <section ref={stage} className={styles.floorMap} aria-label={label}>
      <Map
        ref={setMap}
        mapStyle={style as never}
        {...(token === null
          ? {}
          : {
              mapboxAccessToken: token,
              localFontFamily: VENDOR_FONT,
              localIdeographFontFamily: VENDOR_FONT,
            })}
        attributionControl={false}
        minZoom={14}
        maxZoom={23}
        maxPitch={70}
        reuseMaps={false}
        initialViewState={
          first.current === null
            ? { zoom: 17 }
            : {
                bounds: [
                  first.current.west,
                  first.current.south,
                  first.current.east,
                  first.current.north,
                ],
                fitBoundsOptions: { padding: 36 },
              }
        }
        onLoad={() => {
          hasDrawn.current = true
        }}
        onClick={handleClick}
        onZoomEnd={(event) => setZoom(event.viewState.zoom)}
        cursor={isPlacing ? 'crosshair' : 'auto'}
        onError={({ error }) => {
          console.warn(`The map failed: ${error.message}`)
          const isRefused =
            ('status' in error && (error.status === 401 || error.status === 403)) ||
            /access token/i.test(error.message)
          // What fails once it is drawn costs a detail, not the map.
          if (isRefused || !hasDrawn.current) onFail(isRefused ? 'auth' : 'loading')
        }}
        style={{ inlineSize: '100%', blockSize: '100%' }}
      >
        <Source id="sites" type="geojson" data={grounds as never}>
          <Layer
            id="site"
            type="fill"
            paint={{ 'fill-color': colours.site, 'fill-outline-color': colours.wall }}
          />
        </Source>
        <Source id="plan" type="geojson" data={plan as never} />
        <FloorLayers
          Layer={Layer}
          colours={colours}
          isSpace={isSpace}
          isHidden={isStacked}
          selectedRoomId={selectedRoomId}
        />
        <Source id="marks" type="geojson" data={shownMarks as never} />
        <MarkLayers Layer={Layer} colours={colours} />
        <Source id="names" type="geojson" data={names as never} />
        <LabelLayers Layer={Layer} colours={colours} isShown={showRooms && !isStacked} />
        {isSpace && map !== null && (
          <Suspense fallback={null}>
            <Space
              map={map}
              floor={floor}
              stack={stack}
              feed={feed}
              colours={colours}
              wallHeight={props.wallHeight(zoom)}
              isStill={isStill}
            />
          </Suspense>
        )}
      </Map>
      <div className={styles.floorMapButtons}>
        <button
          type="button"
          aria-label={zoomLabels.in}
          title={zoomLabels.in}
          onClick={() => map?.zoomIn()}
        >
          +
        </button>
        <button
          type="button"
          aria-label={zoomLabels.out}
          title={zoomLabels.out}
          onClick={() => map?.zoomOut()}
        >
          −
        </button>
        <button
          type="button"
          aria-label={zoomLabels.whole}
          title={zoomLabels.whole}
          onClick={() => fitWhole(isStill ? 0 : 450)}
        >
          <WholeMark />
        </button>
      </div>
      {children}
    </section>
  )
}

function WholeMark() {
  return (
    <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
      <path
        d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
