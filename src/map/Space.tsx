/**
 * The 3D view: three.js with the map's own camera. Walls rise, floors separate, and marks stand on
 * stems above them.
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
import { lightCone, plateOf, floorShadow, tintedFloorOf, wallsOf } from './solids.ts'
import { SpaceMarks } from './SpaceMarks.tsx'
import type { MapColours } from './style.ts'
import { lowestOf } from './useCameraTarget.ts'
import styles from './FloorMap.module.css'

export interface SpaceProps {
  map: MapRef
  eye: MapEye
  /**
   * True while something is raised. Otherwise nothing is drawn, but all is kept for the next time.
   */
  isShown: boolean
  detail: Detail
  origin: { longitude: number; latitude: number }
  floor: Floor
  /** All floors of the building after they were first separated; kept hidden for the next time. */
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
  /** The 3D view is drawn, so the flat layers may disappear. */
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
      // The current pixel ratio, because a range would reset to full on each render.
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
        eye={eye}
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

/** Copies the matrix while the map draws, so that both show the same moment. */
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
    // `manual`: a resize must not reset the projection, because it comes from the map.
    const made = Object.assign(new Camera(), { manual: true })
    made.matrixAutoUpdate = false
    made.matrixWorldAutoUpdate = false
    return made
  }, [])
  // Redraws, because a resized canvas is empty until the map draws again.
  useEffect(() => {
    map.triggerRepaint()
  }, [map, size])
  // The camera's projection comes from the map and is neither of the two typed kinds.
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
  /** True if it shows the parts of a separated floor: ground, plate and shadow. */
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
    () => (mayFloat ? floorShadow(floor.outline, origin, 4) : null),
    [floor, origin, mayFloat],
  )
  const room = isChosen ? floor.rooms.find(({ id }) => id === selectedRoomId) : undefined
  const light = useMemo(
    () => (room === undefined ? null : lightCone(room.outline, origin, 3.4)),
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
