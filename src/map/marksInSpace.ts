/** Draws the crowd in 3D. Created once; a new crowd or stem is only uploaded. */
import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  DynamicDrawUsage,
  GLSL3,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LinearMipmapLinearFilter,
  LineSegments,
  Points,
  RawShaderMaterial,
  Sphere,
  Vector3,
  type Scene,
} from 'three'
import type { GlyphPath } from '#ui/page/Glyph.tsx'
import { FIELDS, type View } from './crowd.ts'
import type { Crowd } from './crowdStage.ts'
import { sheetOf } from './glyphSheet.ts'
import { markFragment, markVertex } from './markShader.ts'
import { rgbOf, type MarkColours } from './pointsLayer.ts'

const stemVertex = `
uniform mat4 view; uniform float part; uniform float lift; uniform float rise;
in vec2 before; in vec2 now; in float storey; in float height; out float up;
void main() {
  gl_Position = view * vec4(mix(before, now, part), height * rise + storey * lift, 1.0);
  up = height;
}`
const stemFragment = `
precision mediump float;
in float up; uniform vec3 ink; out vec4 drawn;
void main() { drawn = vec4(ink * 0.55, 0.55); }`

interface Moment {
  crowd: Crowd
  view(): View
  metresPerPixel: number
  /** `lift`: the present distance between floors. `rise`: how far the walls are up. */
  lift: number
  rise: number
  stem: number
  /** Canvas pixels for each CSS pixel. */
  ratio: number
}
export interface MarksInSpace {
  draw(moment: Moment): void
  moved(): void
  dispose(): void
}

export function marksInSpace(
  scene: Scene,
  glyphs: readonly GlyphPath[],
  colours: MarkColours,
): MarksInSpace {
  const colour = (name: keyof MarkColours) => ({ value: new Vector3(...rgbOf(colours[name])) })
  const sheet = new CanvasTexture(sheetOf(glyphs))
  sheet.flipY = false
  sheet.minFilter = LinearMipmapLinearFilter
  // Three's own matrix serves as the map's, because its camera is the map's.
  const shared = {
    view: { value: null as unknown },
    part: { value: 1 },
    lift: { value: 0 },
    rise: { value: 1 },
  }
  const uniforms = {
    ...shared,
    ratio: { value: 1 },
    grow: { value: 1 },
    rim: colour('rim'),
    paper: colour('paper'),
    ink: colour('ink'),
    sheet: { value: sheet },
  }
  const common = {
    glslVersion: GLSL3,
    transparent: true,
    premultipliedAlpha: true,
    depthWrite: false,
  } as const
  const faces = new RawShaderMaterial({
    ...common,
    uniforms,
    vertexShader: markVertex,
    fragmentShader: markFragment,
  })
  const lines = new RawShaderMaterial({
    ...common,
    uniforms: { ...shared, ink: colour('ink') },
    vertexShader: stemVertex,
    fragmentShader: stemFragment,
  })
  const stems = new LineSegments(new BufferGeometry(), lines)
  const points = new Points(new BufferGeometry(), faces)
  stems.frustumCulled = false
  points.frustumCulled = false
  stems.renderOrder = 1_000
  points.renderOrder = 1_001
  scene.add(stems, points)
  let room = 0
  let numbers = new InterleavedBuffer(new Float32Array(0), FIELDS)
  let tints = new BufferAttribute(new Uint8Array(0), 4, true)
  let ends = new InterleavedBuffer(new Float32Array(0), 6)

  const makeRoom = (count: number): void => {
    if (count <= room) return
    room = Math.max(64, count * 2)
    points.geometry.dispose()
    stems.geometry.dispose()
    points.geometry = new BufferGeometry()
    stems.geometry = new BufferGeometry()
    // Set explicitly, because three would compute it from positions in another space.
    for (const one of [points, stems]) one.geometry.boundingSphere = new Sphere()
    numbers = new InterleavedBuffer(new Float32Array(room * FIELDS), FIELDS)
    ends = new InterleavedBuffer(new Float32Array(room * 2 * 6), 6)
    tints = new BufferAttribute(new Uint8Array(room * 4), 4, true)
    for (const buffer of [numbers, ends]) buffer.setUsage(DynamicDrawUsage)
    setFields(points.geometry, numbers, [
      ['before', 2, 0],
      ['now', 2, 2],
      ['position', 2, 2],
      ['radius', 1, 5],
      ['face', 1, 6],
      ['height', 1, 7],
      ['storey', 1, 8],
    ])
    points.geometry.setAttribute('colour', tints)
    setFields(stems.geometry, ends, [
      ['before', 2, 0],
      ['now', 2, 2],
      ['position', 2, 2],
      ['storey', 1, 4],
      ['height', 1, 5],
    ])
  }
  const upload = (crowd: Crowd, view: View, stem: number): void => {
    const { bytes, count } = crowd.pack(view, stem)
    makeRoom(count)
    const [packed, words] = [
      new Float32Array(bytes, 0, count * FIELDS),
      new Uint8Array(bytes, 0, count * FIELDS * 4),
    ]
    numbers.array.set(packed)
    // The second half are feet: each mark stands on a stem from its foot.
    const marks = count / 2
    for (let index = 0; index < count; index += 1)
      for (let byte = 0; byte < 4; byte += 1)
        tints.array[index * 4 + byte] = words[(index * FIELDS + 4) * 4 + byte] ?? 0
    for (let index = 0; index < marks; index += 1) {
      const at = index * FIELDS
      for (const [end, height] of [0, stem].entries())
        ends.array.set(
          [...packed.subarray(at, at + 4), packed[at + 8] ?? 0, height],
          (index * 2 + end) * 6,
        )
    }
    for (const part of [numbers, ends, tints]) part.needsUpdate = true
    points.geometry.setDrawRange(0, count)
    stems.geometry.setDrawRange(0, marks * 2)
  }
  for (const drawn of [stems, points])
    drawn.onBeforeRender = (_renderer, _scene, camera) => {
      shared.view.value = camera.projectionMatrix
      faces.uniformsNeedUpdate = true
      lines.uniformsNeedUpdate = true
    }
  let shown: { crowd: Crowd; version: number; stem: number } | null = null
  return {
    draw({ crowd, view, metresPerPixel, lift, rise, stem, ratio }) {
      if (shown?.crowd !== crowd || shown.version !== crowd.version || shown.stem !== stem)
        upload(crowd, view(), stem)
      shown = { crowd, version: crowd.version, stem }
      shared.part.value = crowd.progress()
      shared.lift.value = lift
      shared.rise.value = rise
      uniforms.ratio.value = ratio
      uniforms.grow.value = crowd.grow(metresPerPixel)
    },
    moved() {
      shown = null
    },
    dispose() {
      scene.remove(stems, points)
      for (const one of [stems.geometry, points.geometry, faces, lines, sheet]) one.dispose()
    },
  }
}

function setFields(
  geometry: BufferGeometry,
  buffer: InterleavedBuffer,
  fields: readonly (readonly [name: string, size: number, offset: number])[],
): void {
  for (const [name, size, offset] of fields)
    geometry.setAttribute(name, new InterleavedBufferAttribute(buffer, size, offset))
}
