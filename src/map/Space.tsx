/**
 * The third dimension: three.js in the map's own camera. Walls stand, floors stack, movers are one
 * instanced mesh.
 */
import { Canvas, useThree } from '@react-three/fiber'
import { useEffect, useMemo, useRef } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import {
  Camera,
  Color,
  DoubleSide,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  SphereGeometry,
  type BufferGeometry,
  type Scene,
} from 'three'
import type { Floor } from '#contract/rtlsShapes'
import { planeAt } from '#contract/venue/plane'
import { aroundOrigin, matrixOf, mercatorOf, mercatorPerMetre } from './mercator.ts'
import type { Movers as MoverColumns, MoverFeed } from './movers.ts'
import { holdLayer } from './ownLayer.ts'
import { slabOf, wallsOf } from './solids.ts'
import type { MapColours } from './style.ts'
import { lowestOf, STOREY } from './useAim.ts'
import styles from './FloorMap.module.css'

interface SpaceProps {
  map: MapRef
  floor: Floor
  stack: readonly Floor[]
  feed: MoverFeed
  colours: MapColours
  wallHeight: number
  isStill: boolean
}
type Origin = { longitude: number; latitude: number }

export default function Space({
  map,
  floor,
  stack,
  feed,
  colours,
  wallHeight,
  isStill,
}: SpaceProps) {
  const origin = useMemo(() => originOf(floor), [floor])
  const floors = stack.length > 0 ? stack : [floor]
  return (
    <Canvas
      className={styles.space}
      data-testid="space"
      frameloop="never"
      flat
      gl={{ alpha: true, antialias: true, powerPreference: 'low-power' }}
      dpr={[1, 2]}
    >
      <Eye map={map} origin={origin} />
      <ambientLight intensity={1.7} />
      <directionalLight position={[-40, -60, 90]} intensity={1.5} />
      {floors.map((one) => (
        <Storey
          key={one.id}
          floor={one}
          origin={origin}
          height={(one.ordinal - (stack.length > 0 ? lowestOf(stack) : one.ordinal)) * STOREY}
          wallHeight={wallHeight}
          colours={colours}
          isQuiet={stack.length > 0 && one.id !== floor.id}
          hasSlab={stack.length > 0}
        />
      ))}
      <Movers map={map} feed={feed} origin={origin} isStill={isStill} />
    </Canvas>
  )
}

function originOf(floor: Floor): Origin {
  const [longitude, latitude] = floor.outline.coordinates[0]?.[0] ?? [0, 0]
  return { longitude, latitude }
}

/** Takes the matrix from a layer inside the map, so that both draw the same moment. */
function Eye({ map, origin }: { map: MapRef; origin: Origin }) {
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
    const [corner, perMetre] = [mercatorOf(origin), mercatorPerMetre(origin.latitude)]
    return holdLayer(map, {
      id: 'space-eye',
      type: 'custom',
      renderingMode: '3d',
      render(_gl: WebGL2RenderingContext, input: unknown) {
        const matrix = matrixOf(input)
        if (matrix === null) return
        camera.projectionMatrix.fromArray(aroundOrigin(matrix, corner, perMetre))
        camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert()
        advance(performance.now())
      },
    } as { id: string })
  }, [map, origin, camera, advance])
  return null
}

function Storey({
  floor,
  origin,
  height,
  wallHeight,
  colours,
  isQuiet,
  hasSlab,
}: {
  floor: Floor
  origin: Origin
  height: number
  wallHeight: number
  colours: MapColours
  isQuiet: boolean
  hasSlab: boolean
}) {
  const walls = useMemo(() => wallsOf(floor, origin, wallHeight), [floor, origin, wallHeight])
  const slab = useMemo(() => (hasSlab ? slabOf(floor, origin) : null), [floor, origin, hasSlab])
  useDisposed(walls)
  useDisposed(slab)
  return (
    <group position={[0, 0, height]}>
      {slab !== null && (
        <mesh geometry={slab} frustumCulled={false} renderOrder={1}>
          <meshLambertMaterial
            color={colours.room}
            transparent
            opacity={isQuiet ? 0.28 : 0.92}
            side={DoubleSide}
            depthWrite={!isQuiet}
          />
        </mesh>
      )}
      {walls !== null && (
        <mesh geometry={walls} frustumCulled={false} renderOrder={2}>
          <meshLambertMaterial
            color={colours.wall}
            transparent
            opacity={isQuiet ? 0.18 : 0.94}
            side={DoubleSide}
            depthWrite={!isQuiet}
          />
        </mesh>
      )}
    </group>
  )
}

function useDisposed(geometry: BufferGeometry | null): void {
  useEffect(() => () => geometry?.dispose(), [geometry])
}

const GLIDE = 900
const SIZE = 0.75

function discard(scene: Scene, mesh: InstancedMesh): void {
  scene.remove(mesh)
  mesh.dispose()
}

/** All movers as spheres of one mesh; they glide from where they were. */
function Movers({
  map,
  feed,
  origin,
  isStill,
}: {
  map: MapRef
  feed: MoverFeed
  origin: Origin
  isStill: boolean
}) {
  const scene = useThree((state) => state.scene)
  const places = useRef(new Map<number, [number, number, number]>())
  useEffect(() => {
    const plane = planeAt(origin)
    const [geometry, material] = [new SphereGeometry(SIZE, 14, 10), new MeshLambertMaterial()]
    let mesh: InstancedMesh | null = null
    let frame: number | undefined
    const matrix = new Matrix4()
    const tint = new Color()
    const white = new Color('#b9c4c9')

    const goTo = (movers: MoverColumns): void => {
      const { count } = movers
      if (mesh === null || mesh.instanceMatrix.count < count) {
        if (mesh !== null) discard(scene, mesh)
        mesh = new InstancedMesh(geometry, material, Math.max(64, count * 2))
        mesh.frustumCulled = false
        mesh.renderOrder = 3
        scene.add(mesh)
      }
      const drawn = mesh
      drawn.count = count
      const targets = new Float32Array(count * 3)
      const starts = new Float32Array(count * 3)
      const next = new Map<number, [number, number, number]>()
      for (let place = 0; place < count; place += 1) {
        const id = movers.ids[place] ?? 0
        const { x, y } = plane.toMetres({
          longitude: movers.longitudes[place] ?? 0,
          latitude: movers.latitudes[place] ?? 0,
        })
        const to: [number, number, number] = [x, y, (movers.levels[place] ?? 0) * STOREY + 1]
        targets.set(to, place * 3)
        starts.set(places.current.get(id) ?? to, place * 3)
        next.set(id, to)
        drawn.setColorAt(
          place,
          tint.set(movers.colours[place] ?? 0).lerp(white, 1 - (movers.opacities[place] ?? 1)),
        )
      }
      if (drawn.instanceColor !== null) drawn.instanceColor.needsUpdate = true
      places.current = next
      const began = performance.now()
      const glide = (): void => {
        const part = isStill ? 1 : Math.min(1, (performance.now() - began) / GLIDE)
        for (let place = 0; place < count; place += 1) {
          const at = place * 3
          const scale = (movers.radii[place] ?? 6) / 6
          const [x = 0, y = 0] = [starts[at], starts[at + 1]]
          matrix
            .makeScale(scale, scale, scale)
            .setPosition(
              x + ((targets[at] ?? 0) - x) * part,
              y + ((targets[at + 1] ?? 0) - y) * part,
              targets[at + 2] ?? 0,
            )
          drawn.setMatrixAt(place, matrix)
        }
        drawn.instanceMatrix.needsUpdate = true
        map.triggerRepaint()
        if (part < 1) frame = requestAnimationFrame(glide)
      }
      if (frame !== undefined) cancelAnimationFrame(frame)
      glide()
    }
    goTo(feed.read())
    const stop = feed.subscribe(() => goTo(feed.read()))
    return () => {
      stop()
      if (frame !== undefined) cancelAnimationFrame(frame)
      if (mesh !== null) discard(scene, mesh)
      geometry.dispose()
      material.dispose()
    }
  }, [map, feed, origin, scene, isStill])
  return null
}
