import { SHEET_COLUMNS, SHEET_ROWS } from './glyphSheet.ts'

export const FACE = { square: 64, chosen: 128, foot: 256 } as const

export const markVertex = `
uniform mat4 view; uniform float part; uniform float ratio; uniform float grow; uniform float lift; uniform float rise;
in vec2 before; in vec2 now; in vec4 colour; in float radius; in float face; in float height;
in float storey;
out vec4 tint; out float size; flat out float shown;
void main() {
  gl_Position = view * vec4(mix(before, now, part), height * rise + storey * lift, 1.0);
  size = (radius * grow * 2.0 + 4.0) * ratio;
  gl_PointSize = size;
  tint = colour;
  shown = face;
}`

export const markFragment = `
precision highp float;
in vec4 tint; in float size; flat in float shown;
uniform float ratio; uniform vec3 rim; uniform vec3 paper; uniform vec3 ink; uniform sampler2D sheet;
out vec4 drawn;
void main() {
  float face = shown;
  bool isFoot = face >= ${FACE.foot}.0;
  if (isFoot) face -= ${FACE.foot}.0;
  bool isChosen = face >= ${FACE.chosen}.0;
  if (isChosen) face -= ${FACE.chosen}.0;
  bool isSquare = face >= ${FACE.square}.0;
  if (isSquare) face -= ${FACE.square}.0;
  vec2 at = gl_PointCoord - 0.5;
  float edge = size * 0.5;
  float away = length(at) * size;
  if (isSquare) {
    vec2 side = at * at * size * size;
    away = sqrt(sqrt(dot(side, side))) * 1.06;
  }
  float inside = 1.0 - smoothstep(edge - 1.3 * ratio, edge, away);
  if (isFoot) {
    float soft = 1.0 - smoothstep(edge * 0.2, edge, away);
    drawn = vec4(0.0, 0.0, 0.0, 0.32 * soft * tint.a);
    return;
  }
  float pixels = size / ratio;
  if (pixels < 15.0) {
    // A dot in its colour: nothing else is to be seen at this size.
    vec3 plain = mix(rim, tint.rgb, 1.0 - smoothstep(edge - 3.0 * ratio, edge - 2.0 * ratio, away));
    drawn = vec4(plain, 1.0) * (inside * tint.a);
    return;
  }
  // From afar a dot in its colour, from near a picture in a ring of it.
  float near = smoothstep(15.0, 20.0, pixels);
  float ring = edge - 2.0 * ratio;
  float face0 = ring - clamp(pixels * 0.075, 1.8, 3.2) * ratio;
  vec3 filling = isChosen ? tint.rgb : mix(tint.rgb, paper, near);
  vec3 lines = isChosen ? paper : ink;
  vec3 colour = mix(rim, tint.rgb, 1.0 - smoothstep(ring - ratio, ring, away));
  colour = mix(colour, filling, 1.0 - smoothstep(face0 - ratio, face0, away));
  vec2 cell = at * size / (face0 * 1.92) + 0.5;
  if (near > 0.0 && all(greaterThan(cell, vec2(0.0))) && all(lessThan(cell, vec2(1.0)))) {
    vec2 grid = vec2(${SHEET_COLUMNS}.0, ${SHEET_ROWS}.0);
    vec2 place = vec2(mod(face, grid.x), floor(face / grid.x));
    float on = texture(sheet, (place + cell) / grid).a;
    colour = mix(colour, lines, on * near);
  }
  float alpha = inside * tint.a;
  drawn = vec4(colour * alpha, alpha);
}`
