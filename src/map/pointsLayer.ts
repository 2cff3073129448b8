/**
 * Thousands of marks in one draw call, on a canvas over the map's: moving marks do not draw the plan
 * again. The shader interpolates positions, so an update costs one upload and the frames between
 * cost nothing.
 */
import type { GlyphPath } from '#ui/page/Glyph.tsx'
import { measureDuration } from '#lib/measureDuration.ts'
import { FIELDS, type View } from './crowd.ts'
import type { Crowd } from './crowdStage.ts'
import type { Eye, Frame } from './frame.ts'
import { sheetOf } from './glyphSheet.ts'
import { markFragment, markVertex } from './markShader.ts'
import { pacedRepaint, packColour } from './movers.ts'
import { expandView, isCovered, viewOf, type MapLike } from './view.ts'

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

interface Drawing {
  program: WebGLProgram
  uniforms: Uniforms
  buffer: WebGLBuffer | null
  shape: WebGLVertexArrayObject | null
  texture: WebGLTexture | null
}

interface Stage {
  map: MapLike
  eye: Eye
  crowd: Crowd
  glyphs: readonly GlyphPath[]
  colours: MarkColours
}

/** Draws the crowd whenever the map is drawn, and while marks move. Returns a function that ends it. */
export function drawCrowdOn(
  canvas: HTMLCanvasElement,
  { map, eye, crowd, glyphs, colours }: Stage,
): () => void {
  const context = canvas.getContext('webgl2', { antialias: false, depth: false })
  if (context === null) return () => undefined
  const gl = context
  let drawing = drawingIn(gl, glyphs)
  let ready: View | null = null
  let shown = 0
  let version = -1
  let isBlank = true

  /** Uploads only visible marks, thinned, in one call. */
  const upload = (view: View): void => {
    const { bytes, count } = crowd.pack(view, 0)
    gl.bufferData(gl.ARRAY_BUFFER, new Uint8Array(bytes, 0, count * FIELDS * 4), gl.DYNAMIC_DRAW)
    shown = count
    version = crowd.version
    ready = view
  }
  const clear = (): void => {
    if (isBlank) return
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    isBlank = true
  }
  const going = pacedRepaint(() => eye.again())
  const draw = (frame: Frame): void => {
    if (drawing === null) return
    const view = viewOf(map, crowd.origin)
    crowd.ready(frame)
    gl.bindBuffer(gl.ARRAY_BUFFER, drawing.buffer)
    if (crowd.version !== version || ready === null || !isCovered(view, ready))
      upload(expandView(view))
    // The ratio is below the screen's while the picture moves.
    const { width, height, clientWidth } = map.getCanvas()
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width
      canvas.height = height
      isBlank = true
    }
    clear()
    if (shown === 0) return
    const { program, uniforms, shape, texture } = drawing
    gl.viewport(0, 0, width, height)
    gl.useProgram(program)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.bindVertexArray(shape)
    gl.uniformMatrix4fv(uniforms.view, false, frame.matrix)
    gl.uniform1f(uniforms.part, crowd.progress())
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
    isBlank = false
    if (crowd.progress() < 1) going.goOn()
  }
  const handleLost = (event: Event): void => {
    event.preventDefault()
    drawing = null
  }
  const handleRestored = (): void => {
    drawing = drawingIn(gl, glyphs)
    version = -1
    eye.again()
  }
  canvas.addEventListener('webglcontextlost', handleLost)
  canvas.addEventListener('webglcontextrestored', handleRestored)
  const stopCrowd = crowd.start(going.ask)
  const stopEye = eye.each(draw)
  return () => {
    canvas.removeEventListener('webglcontextlost', handleLost)
    canvas.removeEventListener('webglcontextrestored', handleRestored)
    stopEye()
    stopCrowd()
    going.stop()
    clear()
    if (drawing === null) return
    gl.deleteProgram(drawing.program)
    gl.deleteBuffer(drawing.buffer)
    gl.deleteVertexArray(drawing.shape)
    gl.deleteTexture(drawing.texture)
  }
}

function drawingIn(gl: WebGL2RenderingContext, glyphs: readonly GlyphPath[]): Drawing | null {
  const program = programOf(gl)
  if (program === null) return null
  const [buffer, shape] = [gl.createBuffer(), gl.createVertexArray()]
  layOut(gl, program, shape, buffer)
  const uniforms = Object.fromEntries(
    uniformNames.map((name) => [name, gl.getUniformLocation(program, name)]),
  ) as Uniforms
  return { program, uniforms, buffer, shape, texture: textureOf(gl, sheetOf(glyphs)) }
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
