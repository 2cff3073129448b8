/**
 * Thousands of movers as one draw call inside the map's own canvas. Positions glide from where they
 * were to where they are in the shader, so an update costs one upload and the frames between cost
 * nothing.
 */
import { timed } from '../lib/timed.ts'
import {
  drawnOf,
  FIELDS,
  noWays,
  originAt,
  packedInto,
  waysTo,
  type Origin,
  type View,
} from './crowd.ts'
import { aroundOrigin, matrixOf, mercatorOf } from './mercator.ts'
import { emptyMovers, packed, type MoverFeed } from './movers.ts'

const vertex = `#version 300 es
uniform mat4 view; uniform float part; uniform float ratio; uniform float grow;
in vec2 before; in vec2 now; in vec4 colour; in float radius;
out vec4 tint; out float size;
void main() {
  gl_Position = view * vec4(mix(before, now, part), 0.0, 1.0);
  size = (radius * grow * 2.0 + 4.0) * ratio;
  gl_PointSize = size;
  tint = colour;
}`
const fragment = `#version 300 es
precision mediump float;
in vec4 tint; in float size; uniform vec3 rim; uniform highp float ratio; out vec4 drawn;
void main() {
  float away = length(gl_PointCoord - 0.5) * size;
  float edge = size * 0.5;
  float inside = 1.0 - smoothstep(edge - 1.2 * ratio, edge, away);
  float fill = 1.0 - smoothstep(edge - 3.2 * ratio, edge - 2.2 * ratio, away);
  vec3 shown = mix(rim, tint.rgb, fill);
  float alpha = inside * tint.a;
  drawn = vec4(shown * alpha, alpha);
}`

const GLIDE = 900
/** A frame that had to wait this long was late: the machine gets as long a rest before the next. */
const LATE = 40
const LONGEST_REST = 250
/** So much more than the view is kept ready, so that a small pan shows no gaps. */
const MARGIN = 0.5

interface MapLike {
  triggerRepaint(): void
  getZoom(): number
  getBounds(): {
    getWest(): number
    getEast(): number
    getSouth(): number
    getNorth(): number
  } | null
}
interface PointsLayer {
  id: string
  type: 'custom'
  renderingMode: '2d'
  onAdd(map: MapLike, gl: WebGL2RenderingContext): void
  render(gl: WebGL2RenderingContext, input: unknown): void
  onRemove(map: MapLike, gl: WebGL2RenderingContext): void
}

export function pointsLayer(
  id: string,
  feed: MoverFeed,
  { rim, isStill }: { rim: string; isStill: boolean },
): PointsLayer {
  let program: WebGLProgram | null = null
  let buffer: WebGLBuffer | null = null
  let shape: WebGLVertexArrayObject | null = null
  let map: MapLike | null = null
  let stop: (() => void) | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let origin: Origin | null = null
  let movers = emptyMovers(0)
  let ways = noWays()
  let packing = new ArrayBuffer(0)
  const seen = { bits: new Uint8Array(0) }
  let ready: View | null = null
  let shown = 0
  let isFresh = true
  let began = 0
  let askedAt = 0
  let uniforms: Record<
    'view' | 'part' | 'ratio' | 'grow' | 'rim',
    WebGLUniformLocation | null
  > | null = null

  const progress = () => (isStill ? 1 : Math.min(1, (performance.now() - began) / GLIDE))

  /** New positions: everything sets out from where it is shown. */
  const setOut = (): void => {
    const part = progress()
    movers = feed.read()
    if (origin === null && movers.count > 0)
      origin = originAt(movers.longitudes[0] ?? 0, movers.latitudes[0] ?? 0)
    if (origin === null) return
    ways = waysTo(movers, ways, part, origin)
    began = performance.now()
    ready = null
  }

  /** Only what is in view, and one for many on one spot, goes to the card: one upload. */
  const upload = (gl: WebGL2RenderingContext, view: View): void => {
    const drawn = drawnOf(movers, ways, view, seen)
    if (packing.byteLength < drawn.length * FIELDS * 4)
      packing = new ArrayBuffer(drawn.length * FIELDS * 4 * 2)
    packedInto(packing, movers, ways, drawn)
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(
      gl.ARRAY_BUFFER,
      new Uint8Array(packing, 0, drawn.length * FIELDS * 4),
      gl.DYNAMIC_DRAW,
    )
    shown = drawn.length
    ready = view
  }

  const repaint = (): void => {
    askedAt = performance.now()
    map?.triggerRepaint()
  }
  /**
   * The next frame of a glide: at once, or after a rest when this one was late, so that hands come
   * before dots.
   */
  const goOn = (): void => {
    const waited = performance.now() - askedAt
    if (waited < LATE) return repaint()
    clearTimeout(resting)
    resting = setTimeout(repaint, Math.min(LONGEST_REST, waited))
  }

  return {
    id,
    type: 'custom',
    renderingMode: '2d',
    onAdd(on, gl) {
      map = on
      program = programOf(gl)
      buffer = gl.createBuffer()
      shape = gl.createVertexArray()
      if (program !== null) {
        const made = program
        const place = (name: string) => gl.getUniformLocation(made, name)
        uniforms = {
          view: place('view'),
          part: place('part'),
          ratio: place('ratio'),
          grow: place('grow'),
          rim: place('rim'),
        }
        layOut(gl, made, shape, buffer)
      }
      stop = feed.subscribe(() => {
        isFresh = true
        repaint()
      })
    },
    render(gl, input) {
      const matrix = matrixOf(input)
      if (program === null || uniforms === null || matrix === null || map === null) return
      if (isFresh) {
        isFresh = false
        timed('map.setOut', setOut)
      }
      if (origin === null || ways.count === 0) return
      const view = viewOf(map, origin)
      if (ready === null || !isCovered(view, ready))
        timed('map.upload', () => upload(gl, widened(view)))
      if (shown === 0) return
      const ratio = window.devicePixelRatio
      gl.useProgram(program)
      gl.bindVertexArray(shape)
      gl.uniformMatrix4fv(uniforms.view, false, aroundOrigin(matrix, origin, origin.perMetre))
      gl.uniform1f(uniforms.part, progress())
      gl.uniform1f(uniforms.ratio, ratio)
      gl.uniform1f(uniforms.grow, Math.min(1.35, Math.max(0.55, (map.getZoom() - 13) / 5.5)))
      const colour = packed(rim)
      gl.uniform3f(
        uniforms.rim,
        (colour >> 16) / 255,
        ((colour >> 8) & 255) / 255,
        (colour & 255) / 255,
      )
      gl.enable(gl.BLEND)
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
      timed('map.draw', () => gl.drawArrays(gl.POINTS, 0, shown))
      gl.bindVertexArray(null)
      if (progress() < 1) goOn()
    },
    onRemove(_map, gl) {
      stop?.()
      clearTimeout(resting)
      if (program !== null) gl.deleteProgram(program)
      gl.deleteBuffer(buffer)
      gl.deleteVertexArray(shape)
      map = null
    },
  }
}

/** How a mover lies in the buffer: two places, a colour in four bytes, a radius. */
function layOut(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  shape: WebGLVertexArrayObject | null,
  buffer: WebGLBuffer | null,
): void {
  const fields: readonly (readonly [name: string, size: number, kind: number, offset: number])[] = [
    ['before', 2, gl.FLOAT, 0],
    ['now', 2, gl.FLOAT, 8],
    ['colour', 4, gl.UNSIGNED_BYTE, 16],
    ['radius', 1, gl.FLOAT, 20],
  ]
  gl.bindVertexArray(shape)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  for (const [name, size, kind, offset] of fields) {
    const place = gl.getAttribLocation(program, name)
    if (place < 0) continue
    gl.enableVertexAttribArray(place)
    gl.vertexAttribPointer(place, size, kind, kind === gl.UNSIGNED_BYTE, FIELDS * 4, offset)
  }
  gl.bindVertexArray(null)
}

const ROUND_THE_WORLD = 40_075_016.686
const A_TILE = 512

function viewOf(map: MapLike, origin: Origin): View {
  const bounds = map.getBounds()
  const corner = (longitude: number, latitude: number) => {
    const at = mercatorOf({ longitude, latitude })
    return { x: (at.x - origin.x) / origin.perMetre, y: (origin.y - at.y) / origin.perMetre }
  }
  const low = corner(bounds?.getWest() ?? -180, bounds?.getSouth() ?? -85)
  const high = corner(bounds?.getEast() ?? 180, bounds?.getNorth() ?? 85)
  const metresPerPixel =
    (1 / (origin.perMetre * ROUND_THE_WORLD)) * (ROUND_THE_WORLD / (A_TILE * 2 ** map.getZoom()))
  return { west: low.x, east: high.x, south: low.y, north: high.y, metresPerPixel }
}

function widened(view: View): View {
  const [x, y] = [(view.east - view.west) * MARGIN, (view.north - view.south) * MARGIN]
  return {
    ...view,
    west: view.west - x,
    east: view.east + x,
    south: view.south - y,
    north: view.north + y,
  }
}

/** In view of what is ready, and not zoomed so far that another crowd would be drawn. */
function isCovered(view: View, ready: View): boolean {
  const zoomed = ready.metresPerPixel / view.metresPerPixel
  return (
    view.west >= ready.west &&
    view.east <= ready.east &&
    view.south >= ready.south &&
    view.north <= ready.north &&
    zoomed < 1.4 &&
    zoomed > 0.5
  )
}

function programOf(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)
    if (shader === null) return null
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) {
    console.warn(gl.getProgramInfoLog(program))
    return null
  }
  return program
}
