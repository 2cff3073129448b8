/**
 * The third dimension: three.js in the map's own camera. Walls stand, floors lie apart, and what
 * moves stands on stems above them.
 */
import { Canvas, useFrame, useThree } from '@react-three/fiber'
import { useEffect, useMemo, useRef } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import { Camera, Color, DoubleSide, type BufferGeometry, type Group } from 'three'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import type { GlyphPath } from '#ui/page/Glyph.tsx'
import type { Crowd } from './crowdStage.ts'
import type { Detail } from './detail.ts'
import type { RoomPaint } from './features.ts'
import type { Eye as MapEye } from './frame.ts'
import type { MarkColours } from './pointsLayer.ts'
import type { Pose } from './pose.ts'
import { lightOver, plateOf, shadowOf, tintedFloorOf, wallsOf } from './solids.ts'
import { SpaceMarks } from './SpaceMarks.tsx'
import type { MapColours } from './style.ts'
import { lowestOf } from './useAim.ts'
import styles from './FloorMap.module.css'

export interface SpaceProps {
  map: MapRef
  eye: MapEye
  /** Something stands. Else nothing is drawn, and what was made is kept for the next time. */
  isShown: boolean
  detail: Detail
  origin: { longitude: number; latitude: number }
  floor: Floor
  /** All floors of the house, once they lay apart: they are kept unseen for the next time. */
  stack: readonly Floor[]
  isApart: boolean
  crowd: Crowd
  glyphs: readonly GlyphPath[]
  colours: MapColours
  marks: MarkColours
  paintOf: RoomPaint
  selectedRoomId: number | null
  wallHeight: number
  stem: number
  pose: Pose
  gap: number
  /** It is drawn: what lies flat under it may go. */
  onReady(isReady: boolean): void
}

const ratioAt = (scale: number): number => Math.min(2, window.devicePixelRatio) * scale

export default function Space(props: SpaceProps) {
  const { map, eye, isShown, detail, floor, isApart, crowd, glyphs, marks, stem, pose, gap } = props
  const stack = props.stack.some(({ id }) => id === floor.id) ? props.stack : []
  const floors = stack.length > 0 ? stack : [floor]
  return (
    <Canvas
      className={isShown ? styles.space : styles.unseen}
      data-testid="space"
      frameloop="never"
      flat
      gl={{ alpha: true, antialias: true, powerPreference: 'low-power' }}
      // As it is now: a range would be full again whenever this is drawn anew.
      dpr={ratioAt(detail.scale)}
    >
      <MapCamera {...{ map, eye, isShown, detail }} onReady={props.onReady} />
      {floors.map((one) => (
        <Storey
          key={one.id}
          {...props}
          floor={one}
          level={isApart && stack.length > 0 ? one.ordinal - lowestOf(stack) : 0}
          isChosen={one.id === floor.id}
          mayFloat={stack.length > 0}
        />
      ))}
      <SpaceMarks
        map={map}
        crowd={crowd}
        glyphs={glyphs}
        colours={marks}
        pose={pose}
        gap={gap}
        stem={stem}
      />
    </Canvas>
  )
}

/** Takes the matrix from inside the map's own drawing, so that both draw the same moment. */
function MapCamera({
  map,
  eye,
  isShown,
  detail,
  onReady,
}: Pick<SpaceProps, 'map' | 'eye' | 'isShown' | 'detail' | 'onReady'>) {
  const get = useThree((state) => state.get)
  const advance = useThree((state) => state.advance)
  const set = useThree((state) => state.set)
  const size = useThree((state) => state.size)
  const camera = useMemo(() => {
    // `manual`: at another size the canvas would ask it for a projection of its own, and it has the
    // map's.
    const made = Object.assign(new Camera(), { manual: true })
    made.matrixAutoUpdate = false
    made.matrixWorldAutoUpdate = false
    return made
  }, [])
  // A canvas of another size is empty until the map draws again.
  useEffect(() => {
    map.triggerRepaint()
  }, [map, size])
  // its projection is the map's own: neither of the two kinds that the type names
  useEffect(() => set({ camera: camera as never }), [camera, set])
  useEffect(() => {
    if (!isShown) return
    const stop = eye.each(({ matrix }) => {
      const { viewport, setDpr } = get()
      const ratio = ratioAt(detail.scale)
      if (viewport.dpr !== ratio) setDpr(ratio)
      camera.projectionMatrix.fromArray(matrix)
      camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert()
      advance(performance.now())
    })
    onReady(true)
    return () => {
      stop()
      onReady(false)
    }
  }, [eye, camera, isShown, detail, get, advance, onReady])
  return null
}

function Storey({
  floor,
  origin,
  level,
  isChosen,
  isApart,
  mayFloat,
  colours,
  paintOf,
  selectedRoomId,
  wallHeight,
  pose,
  gap,
}: SpaceProps & {
  level: number
  isChosen: boolean
  /** It has what is seen of a floor by itself: its ground, the plate under it, their shadow. */
  mayFloat: boolean
}) {
  const storey = useRef<Group>(null)
  const raised = useRef<Group>(null)
  useFrame(() => {
    if (storey.current !== null) storey.current.position.z = level * gap * pose.apart
    if (raised.current !== null)
      raised.current.scale.z = Math.max(0.001, wallHeight * pose.rise * (isApart ? 0.8 : 1))
  })
  const walls = useMemo(() => wallsOf(floor, origin), [floor, origin])
  const ground = useMemo(
    () => (mayFloat ? tintedFloorOf(floor, origin, colours.rooms.circulation, paintOf) : null),
    [floor, origin, mayFloat, colours, paintOf],
  )
  const plate = useMemo(() => (mayFloat ? plateOf(floor, origin) : null), [floor, origin, mayFloat])
  const shadow = useMemo(
    () => (mayFloat ? shadowOf(floor.outline, origin, 4) : null),
    [floor, origin, mayFloat],
  )
  const room = isChosen ? floor.rooms.find(({ id }) => id === selectedRoomId) : undefined
  const light = useMemo(
    () => (room === undefined ? null : lightOver(room.outline, origin, 3.4)),
    [room, origin],
  )
  useDisposed(walls?.sides ?? null)
  useDisposed(walls?.tops ?? null)
  useDisposed(ground)
  useDisposed(plate)
  useDisposed(shadow)
  useDisposed(light)
  const order = level * 10
  const edge = useMemo(
    () => new Color(isChosen ? colours.accent : colours.houseEdge),
    [isChosen, colours],
  )
  return (
    <group ref={storey} visible={isApart || isChosen}>
      {shadow !== null && (
        <mesh
          visible={isApart}
          geometry={shadow}
          frustumCulled={false}
          renderOrder={order}
          position={[0, 0, -0.5]}
        >
          <meshBasicMaterial
            color={colours.shadow}
            vertexColors
            transparent
            opacity={level === 0 ? 1 : 0.55}
            side={DoubleSide}
            forceSinglePass
            depthWrite={false}
          />
        </mesh>
      )}
      {plate !== null && (
        <mesh visible={isApart} geometry={plate} frustumCulled={false} renderOrder={order + 1}>
          <meshBasicMaterial color={edge} side={DoubleSide} />
        </mesh>
      )}
      {ground !== null && (
        <mesh visible={isApart} geometry={ground} frustumCulled={false} renderOrder={order + 2}>
          <meshBasicMaterial vertexColors side={DoubleSide} />
        </mesh>
      )}
      {walls !== null && (
        <group ref={raised}>
          <mesh geometry={walls.sides} frustumCulled={false} renderOrder={order + 3}>
            <meshBasicMaterial
              color={colours.wallSide}
              vertexColors
              transparent
              opacity={0.42}
              side={DoubleSide}
              forceSinglePass
              depthWrite={false}
            />
          </mesh>
          <mesh geometry={walls.tops} frustumCulled={false} renderOrder={order + 4}>
            <meshBasicMaterial
              color={colours.wall}
              transparent
              opacity={0.9}
              side={DoubleSide}
              forceSinglePass
              depthWrite={false}
            />
          </mesh>
        </group>
      )}
      {light !== null && (
        <mesh geometry={light} frustumCulled={false} renderOrder={order + 5}>
          <meshBasicMaterial
            color={colours.accent}
            vertexColors
            transparent
            side={DoubleSide}
            forceSinglePass
            depthWrite={false}
          />
        </mesh>
      )}
    </group>
  )
}

function useDisposed(geometry: BufferGeometry | null): void {
  useEffect(() => () => geometry?.dispose(), [geometry])
}
