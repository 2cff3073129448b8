/**
 * Thousands of marks in one draw call inside the map's canvas. The shader interpolates positions,
 * so an update costs one upload and the frames between cost nothing.
 */
import type { GlyphPath } from '#ui/page/Glyph.tsx'
import { measureDuration } from '#lib/measureDuration.ts'
import { FIELDS, type Origin, type View } from './crowd.ts'
import type { Crowd } from './crowdStage.ts'
import { sheetOf } from './glyphSheet.ts'
import { markFragment, markVertex } from './markShader.ts'
import { moveOrigin, matrixOf, mercatorOf } from './mercator.ts'
import { pacedRepaint, packColour } from './movers.ts'

/** The margin prepared around the view, so that a small pan shows no gaps. */
const MARGIN = 0.5

export interface MapLike {
  triggerRepaint(): void
  getCanvas(): { width: number; clientWidth: number }
  getZoom(): number
  getBearing(): number
  getPitch(): number
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

export interface MarkColours {
  rim: string
  paper: string
  ink: string
}

const uniformNames = [
  'view',
  'part',
  'ratio',
  'grow',
  'lift',
  'rise',
  'rim',
  'paper',
  'ink',
  'sheet',
] as const
type Uniforms = Record<(typeof uniformNames)[number], WebGLUniformLocation | null>

export function pointsLayer(
  id: string,
  crowd: Crowd,
  { glyphs, colours }: { glyphs: readonly GlyphPath[]; colours: MarkColours },
): PointsLayer {
  let program: WebGLProgram | null = null
  let buffer: WebGLBuffer | null = null
  let shape: WebGLVertexArrayObject | null = null
  let texture: WebGLTexture | null = null
  let map: MapLike | null = null
  let stop: (() => void) | undefined
  let ready: View | null = null
  let shown = 0
  let version = -1
  let uniforms: Uniforms | null = null

  /** Uploads only visible marks, thinned, in one call. */
  const upload = (gl: WebGL2RenderingContext, view: View): void => {
    const { bytes, count } = crowd.pack(view, 0)
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ARRAY_BUFFER, new Uint8Array(bytes, 0, count * FIELDS * 4), gl.DYNAMIC_DRAW)
    shown = count
    version = crowd.version
    ready = view
  }

  const going = pacedRepaint(() => map?.triggerRepaint())

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
        uniforms = Object.fromEntries(
          uniformNames.map((name) => [name, gl.getUniformLocation(made, name)]),
        ) as Uniforms
        layOut(gl, made, shape, buffer)
      }
      stop = crowd.start(going.ask)
    },
    render(gl, input) {
      const matrix = matrixOf(input)
      if (program === null || uniforms === null || matrix === null || map === null) return
      const view = viewOf(map, crowd.origin)
      crowd.ready({
        metresPerPixel: view.metresPerPixel,
        bearing: map.getBearing(),
        pitch: (map.getPitch() * Math.PI) / 180,
      })
      if (crowd.version !== version || ready === null || !isCovered(view, ready))
        upload(gl, expandView(view))
      if (shown === 0) return
      gl.useProgram(program)
      gl.activeTexture(gl.TEXTURE0)
      // Created here instead of in `onAdd`, because the map resets its GL state after `onAdd`.
      texture ??= textureOf(gl, sheetOf(glyphs))
      gl.bindTexture(gl.TEXTURE_2D, texture)
      gl.bindVertexArray(shape)
      gl.uniformMatrix4fv(
        uniforms.view,
        false,
        moveOrigin(matrix, crowd.origin, crowd.origin.perMetre),
      )
      gl.uniform1f(uniforms.part, crowd.progress())
      // The ratio is below the screen's while the picture moves.
      const { width, clientWidth } = map.getCanvas()
      gl.uniform1f(uniforms.ratio, clientWidth === 0 ? 1 : width / clientWidth)
      gl.uniform1f(uniforms.grow, crowd.grow(view.metresPerPixel))
      gl.uniform1f(uniforms.lift, 0)
      gl.uniform1f(uniforms.rise, 0)
      gl.uniform1i(uniforms.sheet, 0)
      for (const name of ['rim', 'paper', 'ink'] as const)
        gl.uniform3fv(uniforms[name], rgbOf(colours[name]))
      gl.enable(gl.BLEND)
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
      measureDuration('map.draw', () => gl.drawArrays(gl.POINTS, 0, shown))
      gl.bindVertexArray(null)
      if (crowd.progress() < 1) going.goOn()
    },
    onRemove(_map, gl) {
      stop?.()
      going.stop()
      if (program !== null) gl.deleteProgram(program)
      gl.deleteBuffer(buffer)
      gl.deleteVertexArray(shape)
      gl.deleteTexture(texture)
      map = null
      texture = null
      ready = null
    },
  }
}

export function rgbOf(colour: string): [number, number, number] {
  const number = packColour(colour)
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255]
}

function textureOf(gl: WebGL2RenderingContext, sheet: HTMLCanvasElement): WebGLTexture | null {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, sheet)
  gl.generateMipmap(gl.TEXTURE_2D)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}

/** A mark's layout in the buffer: two positions, a colour in four bytes, and plain numbers. */
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
    ['face', 1, gl.FLOAT, 24],
    ['height', 1, gl.FLOAT, 28],
    ['storey', 1, gl.FLOAT, 32],
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

export function viewOf(map: MapLike, origin: Origin): View {
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

export function expandView(view: View): View {
  const [x, y] = [(view.east - view.west) * MARGIN, (view.north - view.south) * MARGIN]
  return {
    ...view,
    west: view.west - x,
    east: view.east + x,
    south: view.south - y,
    north: view.north + y,
  }
}

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
    [gl.VERTEX_SHADER, markVertex],
    [gl.FRAGMENT_SHADER, markFragment],
  ] as const) {
    const shader = gl.createShader(kind)
    if (shader === null) return null
    gl.shaderSource(shader, `#version 300 es${source}`)
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
