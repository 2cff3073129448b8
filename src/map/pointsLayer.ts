/**
 * Thousands of movers as one draw call inside the map's own canvas. Positions glide from where they were to where they
 * are in the shader, so an update costs one upload and the frames between cost nothing.
 */
import { aroundOrigin, matrixOf, mercatorOf, mercatorPerMetre, type Mercator } from './mercator.ts'
import type { Mover, MoverFeed } from './movers.ts'

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

const FIELDS = 9 // before xy, now xy, rgba, radius
const GLIDE = 900

interface MapLike { triggerRepaint(): void; getZoom(): number }
interface PointsLayer { id: string; type: 'custom'; renderingMode: '2d'; onAdd(map: MapLike, gl: WebGL2RenderingContext): void; render(gl: WebGL2RenderingContext, told: unknown): void; onRemove(map: MapLike, gl: WebGL2RenderingContext): void }

export function pointsLayer(id: string, feed: MoverFeed, { rim, isStill }: { rim: string; isStill: boolean }): PointsLayer {
  let program: WebGLProgram | null = null
  let buffer: WebGLBuffer | null = null
  let shape: WebGLVertexArrayObject | null = null
  let stop: (() => void) | undefined
  let origin: Mercator & { perMetre: number } = { x: 0, y: 0, perMetre: 1 }
  let count = 0
  let isFresh = true
  let began = 0
  let places = new Map<number, [number, number]>()
  let repaint: () => void = () => undefined
  let zoomOf: () => number = () => 18

  const upload = (gl: WebGL2RenderingContext, movers: readonly Mover[]): void => {
    const part = progress()
    const data = new Float32Array(movers.length * FIELDS)
    const [first] = movers
    if (first && places.size === 0) origin = { ...mercatorOf(first), perMetre: mercatorPerMetre(first.latitude) }
    const next = new Map<number, [number, number]>()
    for (const [index, mover] of movers.entries()) {
      const { x, y } = mercatorOf(mover)
      const [toX, toY] = [(x - origin.x) / origin.perMetre, (origin.y - y) / origin.perMetre]
      const old = places.get(mover.id)
      const shown = old && shownAt.get(mover.id)
      const fromX = old && shown ? shown[0] + (old[0] - shown[0]) * part : old?.[0] ?? toX
      const fromY = old && shown ? shown[1] + (old[1] - shown[1]) * part : old?.[1] ?? toY
      const isFar = Math.hypot(toX - fromX, toY - fromY) > 40 // another building, or a first guess: no flight
      data.set([isFar ? toX : fromX, isFar ? toY : fromY, toX, toY, ...rgb(mover.colour), mover.opacity, mover.radius], index * FIELDS)
      next.set(mover.id, [toX, toY])
      shownAt.set(mover.id, isFar ? [toX, toY] : [fromX, fromY])
    }
    places = next
    count = movers.length
    began = performance.now()
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW)
  }
  const shownAt = new Map<number, [number, number]>()
  const progress = () => (isStill ? 1 : Math.min(1, (performance.now() - began) / GLIDE))

  return {
    id, type: 'custom', renderingMode: '2d',
    onAdd(map, gl) {
      program = programOf(gl)
      buffer = gl.createBuffer()
      shape = gl.createVertexArray()
      gl.bindVertexArray(shape)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      const fields: readonly (readonly [string, number, number])[] = [['before', 2, 0], ['now', 2, 2], ['colour', 4, 4], ['radius', 1, 8]]
      for (const [name, size, offset] of fields) {
        const place = program === null ? -1 : gl.getAttribLocation(program, name)
        if (place < 0) continue
        gl.enableVertexAttribArray(place)
        gl.vertexAttribPointer(place, size, gl.FLOAT, false, FIELDS * 4, offset * 4)
      }
      gl.bindVertexArray(null)
      stop = feed.subscribe(() => {
        isFresh = true
        map.triggerRepaint()
      })
      repaint = () => map.triggerRepaint()
      zoomOf = () => map.getZoom()
    },
    render(gl, told) {
      const matrix = matrixOf(told)
      if (program === null || matrix === null) return
      if (isFresh) {
        upload(gl, feed.read())
        isFresh = false
      }
      if (count === 0) return
      const ratio = window.devicePixelRatio
      const uniform = (name: string) => gl.getUniformLocation(program as WebGLProgram, name) // checked above
      gl.useProgram(program)
      gl.bindVertexArray(shape)
      gl.uniformMatrix4fv(uniform('view'), false, aroundOrigin(matrix, origin, origin.perMetre))
      gl.uniform1f(uniform('part'), progress())
      gl.uniform1f(uniform('ratio'), ratio)
      gl.uniform1f(uniform('grow'), Math.min(1.35, Math.max(0.55, (zoomOf() - 13) / 5.5)))
      const [r, g, b] = rgb(rim)
      gl.uniform3f(uniform('rim'), r, g, b)
      gl.enable(gl.BLEND)
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
      gl.drawArrays(gl.POINTS, 0, count)
      gl.bindVertexArray(null)
      if (progress() < 1) repaint()
    },
    onRemove(_map, gl) {
      stop?.()
      if (program !== null) gl.deleteProgram(program)
      gl.deleteBuffer(buffer)
      gl.deleteVertexArray(shape)
    },
  }
}

export function rgb(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

function programOf(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram()
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
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
