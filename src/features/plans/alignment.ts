import { planeAt, type Metres } from '#contract/venue/plane.ts'
import { coordinatesOf, fitTransform, scaleOf, type Fit } from './drawing/fit.ts'
import { sheetOf, type Frame } from './drawing/frame.ts'
import type { Plan, PlanPicture } from './drawing/plan.ts'
import { boxOf } from './drawing/shapes.ts'

export interface PointRow {
  /** Point in the picture's units, y down. Null until set. */
  picture: Metres | null
  ground: string
}
export const emptyRow: PointRow = { picture: null, ground: '' }
export const MAX_POINTS = 8

export type Size = Pick<PlanPicture, 'width' | 'height'>
export interface Aligned {
  from: Metres
  to: Metres
  frame: Frame
}

const isBlank = ({ rooms, parts, outline, gateways }: Plan): boolean =>
  rooms.length + parts.length + gateways.length === 0 && outline === null

/** Aligns the picture's lower edge with the sheet, at the corner of the sheet or drawing. */
export function alignedByLength(
  size: Size,
  [a, b]: readonly [Metres | null, Metres | null],
  metres: number | null,
  plan: Plan,
  frame: Frame,
): Aligned | null {
  const scale = a === null || b === null || metres === null ? null : scaleOf(a, b, metres)
  if (scale === null || size.width * scale > MAX_M || size.height * scale > MAX_M) return null
  const box = boxOf([...plan.rooms.flatMap(({ corners }) => corners), ...(plan.outline ?? [])])
  const from = { x: box?.x ?? 0, y: (box?.y ?? 0) + size.height * scale }
  return { from, to: { x: from.x + size.width * scale, y: from.y }, frame }
}
/** Maximum extent of a sheet in metres. */
const MAX_M = 4_000

function fitOfRows(rows: readonly PointRow[], frame: Frame): Fit | null {
  const sheet = sheetOf(frame)
  const pairs = rows.flatMap(({ picture, ground }) => {
    const place = coordinatesOf(ground)
    return picture === null || place === null ? [] : [{ picture, ground: sheet.toSheet(place) }]
  })
  return pairs.length < 3 ? null : fitTransform(pairs)
}

/** Rotates an empty sheet to the picture; otherwise the sheet stays. */
export function alignedByPoints(
  size: Size,
  rows: readonly PointRow[],
  plan: Plan,
  before: Frame,
  mayTurn: boolean,
): (Aligned & { fit: Fit }) | null {
  const turns = mayTurn && isBlank(plan)
  const near = turns ? frameNear(rows, before) : before
  const fit = fitOfRows(rows, near)
  if (fit === null || size.width * fit.scale > MAX_M || size.height * fit.scale > MAX_M) return null
  const [from, to] = [fit.toGround({ x: 0, y: 0 }), fit.toGround({ x: size.width, y: 0 })]
  if (!turns) return { from, to, frame: near, fit }
  const sheet = sheetOf(near)
  const corner = sheet.toDegrees(fit.toGround({ x: 0, y: size.height }))
  const frame = { ...near, ...corner, turn: near.turn + fit.turn }
  const turned = sheetOf(frame)
  return {
    from: turned.toSheet(sheet.toDegrees(from)),
    to: turned.toSheet(sheet.toDegrees(to)),
    frame,
    fit,
  }
}

/** A frame near the first point, because a sheet far from its origin would be distorted. */
function frameNear(rows: readonly PointRow[], before: Frame): Frame {
  const place = rows.map(({ ground }) => coordinatesOf(ground)).find((one) => one !== null)
  if (place === undefined || place === null) return before
  const { x, y } = planeAt(before).toMetres(place)
  return Math.hypot(x, y) < MAX_M ? before : { ...place, turn: 0, metres: 'wgs84' }
}
