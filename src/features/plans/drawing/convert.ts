import type { Input } from '#contract/endpoint.ts'
import type { FloorPlan, venuePlans } from '#contract/venue/venuePlans.ts'
import type { Metres } from '#contract/venue/plane.ts'
import type { Part, Polygon, Position } from '#contract/venue/shapes.ts'
import { toSheet, positionOf, type Sheet } from './frame.ts'
import type { DrawnPart, DrawnRoom, Plan } from './plan.ts'
import { hullWithMargin, ringsOf, toCounterclockwise } from './shapes.ts'

export function planFrom(floor: FloorPlan, sheet: Sheet): Plan {
  const ring = (positions: readonly Position[]): Metres[] =>
    positions.slice(0, -1).map((position) => toSheet(sheet, position))
  const rooms = floor.rooms.map(({ outline, location, code, ...facts }, index): DrawnRoom => {
    const [corners = [], ...holes] = outline.coordinates.map(ring)
    return {
      ...facts,
      key: `r${index}`,
      code: code ?? '',
      corners,
      holes,
      place: location,
      makesPlace: false,
    }
  })
  const own = floor.parts.filter(({ isOfRoom }) => isOfRoom !== true)
  const parts = own.map(({ kind, shape }, index): DrawnPart => ({
    key: `p${index}`,
    kind,
    isArea: shape.type === 'Polygon',
    lines:
      shape.type === 'Polygon'
        ? shape.coordinates.map(ring)
        : [shape.coordinates.map((position) => toSheet(sheet, position))],
  }))
  const { picture } = floor
  return {
    name: floor.name,
    shortName: floor.shortName,
    ordinal: floor.ordinal,
    place: floor.location,
    placeTypeId: null,
    outline: ring(floor.outline.coordinates[0] ?? []),
    rooms,
    parts,
    gateways: floor.gateways.map(({ equipmentId, name, ...at }) => ({
      equipmentId,
      name,
      at: sheet.toSheet(at),
      isPlaced: false,
    })),
    picture:
      picture === null
        ? null
        : {
            fileId: picture.file.id,
            name: picture.file.name,
            mime: picture.file.mime,
            page: picture.page,
            width: picture.width,
            height: picture.height,
            from: toSheet(sheet, picture.from),
            to: toSheet(sheet, picture.to),
          },
    roomsAreWalls:
      !own.some(({ kind }) => kind === 'wall') ||
      floor.parts.some(({ isOfRoom }) => isOfRoom === true),
    next: 1,
  }
}

/** Metres around the rooms, so that equipment on outer walls lies inside the floor. */
const OFF_M = 0.3

export const outlineOf = (plan: Plan): readonly Metres[] =>
  plan.outline ??
  hullWithMargin(
    [
      ...plan.rooms.flatMap(({ corners }) => corners),
      ...plan.parts.flatMap(({ lines }) => lines.flat()),
    ],
    OFF_M,
  )

type Body = Omit<Input<typeof venuePlans.updateFloorPlan>['body'], 'version'>

export function planBody(plan: Plan, sheet: Sheet): Body {
  const line = (points: readonly Metres[]): Position[] =>
    points.map((point) => positionOf(sheet, point))
  const ring = (points: readonly Metres[]): Position[] => {
    const positions = line(points)
    const [first] = positions
    return first === undefined ? [] : [...positions, first]
  }
  const area = (corners: readonly Metres[], holes: readonly (readonly Metres[])[]): Polygon => ({
    type: 'Polygon',
    coordinates: [ring(toCounterclockwise(corners)), ...holes.map((hole) => ring(hole))],
  })
  const { picture } = plan
  return {
    name: plan.name.trim(),
    shortName: plan.shortName.trim(),
    ordinal: plan.ordinal,
    outline: area(outlineOf(plan), []),
    parts: [
      ...plan.parts.map(({ kind, isArea, lines }): Part => ({
        kind,
        shape: isArea
          ? { type: 'Polygon', coordinates: lines.map(ring) }
          : { type: 'LineString', coordinates: line(lines[0] ?? []) },
      })),
      ...wallsOfRooms(plan).map((corners): Part => ({
        kind: 'wall',
        isOfRoom: true,
        shape: { type: 'LineString', coordinates: ring(corners) },
      })),
    ],
    rooms: plan.rooms.map(
      ({ id, name, code, kind, category, corners, holes, place, makesPlace }) => ({
        id,
        name: name.trim(),
        code: code.trim() === '' ? null : code.trim(),
        kind,
        category,
        outline: area(corners, holes),
        locationId: place?.id ?? null,
        ...(makesPlace && place === null && { makesLocation: true }),
      }),
    ),
    locationId: plan.place?.id ?? null,
    newLocationTypeId: plan.placeTypeId,
    picture:
      picture === null
        ? null
        : {
            fileId: picture.fileId,
            page: picture.page,
            width: picture.width,
            height: picture.height,
            from: positionOf(sheet, picture.from),
            to: positionOf(sheet, picture.to),
          },
    gateways: plan.gateways
      .filter(({ isPlaced }) => isPlaced)
      .map(({ equipmentId, at }) => ({ equipmentId, ...sheet.toDegrees(at) })),
  }
}

/** Walls from room outlines, unless the plan has drawn walls. */
const wallsOfRooms = ({ rooms, parts, roomsAreWalls }: Plan): (readonly Metres[])[] =>
  roomsAreWalls && parts.some(({ kind }) => kind === 'wall')
    ? rooms.flatMap(({ corners }) => ringsOf(corners))
    : []
