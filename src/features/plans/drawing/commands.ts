import {
  FARTHEST_M,
  MAX_CORNERS,
  MAX_GATEWAYS,
  MAX_PARTS,
  MAX_ROOMS,
} from '#contract/venue/planBounds.ts'
import { distanceBetween, type Metres } from '#contract/venue/plane.ts'
import type { RoomKind } from '#contract/venue/shapes.ts'
import { firstCode, nextCode } from './numbering.ts'
import { openingAt } from './openings.ts'
import type { DrawnGateway, DrawnPart, DrawnRoom, PartKind, Plan, PlanPicture } from './plan.ts'
import {
  areaOf,
  boxOf,
  crossesItself,
  isWithin,
  parted,
  rectangle,
  removeStraightCorners,
  toCounterclockwise,
  type Box,
} from './shapes.ts'

export type Refusal =
  | 'crosses'
  | 'tooSmall'
  | 'tooMany'
  | 'tooFar'
  | 'notParted'
  | 'noWall'
  | 'holes'
export type RoomFacts = Partial<Pick<DrawnRoom, 'name' | 'code' | 'kind' | 'place' | 'makesPlace'>>
export type FloorFacts = Partial<
  Pick<Plan, 'name' | 'shortName' | 'ordinal' | 'place' | 'placeTypeId'>
>

export type Command =
  | { do: 'facts'; facts: FloorFacts }
  | { do: 'addRoom'; corners: readonly Metres[]; kind?: RoomKind; makesPlace?: boolean }
  | { do: 'changeRooms'; keys: readonly string[]; facts: RoomFacts }
  | { do: 'moveCorner'; key: string; index: number; to: Metres }
  | { do: 'addCorner'; key: string; after: number; at: Metres }
  | { do: 'removeCorner'; key: string; index: number }
  | { do: 'move'; keys: readonly string[]; by: Metres }
  | { do: 'resize'; key: string; box: Box }
  | { do: 'split'; key: string; from: Metres; to: Metres }
  | { do: 'copy'; keys: readonly string[]; by: Metres; times: number }
  | { do: 'remove'; keys: readonly string[] }
  | { do: 'addWall'; from: Metres; to: Metres }
  | { do: 'setOpening'; kind: 'door' | 'window'; at: Metres; wide: number; reach: number }
  | { do: 'setSign'; kind: RoomKind; at: Metres }
  | { do: 'setOutline'; corners: readonly Metres[] | null }
  | { do: 'placeGateway'; gateway: Pick<DrawnGateway, 'equipmentId' | 'name' | 'at'> }
  | { do: 'forgetGateway'; equipmentId: number }
  | { do: 'alignPicture'; picture: PlanPicture | null }

/** `keys`: the new selection. Null keeps the selection. */
export type Drawn = { plan: Plan; keys: readonly string[] | null } | { refused: Refusal }

const SMALLEST_M2 = 0.25
const SHORTEST_M = 0.05

const refuse = (refused: Refusal): Drawn => ({ refused })
const done = (plan: Plan, keys: readonly string[] | null = null): Drawn => ({ plan, keys })

export function faultOf(corners: readonly Metres[]): Refusal | null {
  if (corners.some(({ x, y }) => !(Math.abs(x) <= FARTHEST_M && Math.abs(y) <= FARTHEST_M)))
    return 'tooFar'
  if (corners.length > MAX_CORNERS) return 'tooMany'
  if (corners.length < 3 || areaOf(corners) < SMALLEST_M2) return 'tooSmall'
  return crossesItself(corners) ? 'crosses' : null
}

const codesOf = ({ rooms }: Plan): ReadonlySet<string> =>
  new Set(rooms.map(({ code }) => code).filter((code) => code !== ''))

export function applyCommand(plan: Plan, command: Command): Drawn {
  switch (command.do) {
    case 'facts':
      return done({ ...plan, ...command.facts })
    case 'addRoom':
      return addRoom(plan, command)
    case 'changeRooms':
      return done(withRooms(plan, command.keys, (room) => ({ ...room, ...command.facts })))
    case 'moveCorner':
      return moveCorner(plan, command)
    case 'addCorner':
      return reshape(plan, command.key, (corners) =>
        corners.toSpliced(command.after + 1, 0, command.at),
      )
    case 'removeCorner':
      return reshape(plan, command.key, (corners) => corners.toSpliced(command.index, 1))
    case 'move':
      return move(plan, command.keys, command.by)
    case 'resize':
      return resize(plan, command.key, command.box)
    case 'split':
      return split(plan, command)
    case 'copy':
      return copy(plan, command)
    case 'remove':
      return remove(plan, command.keys)
    case 'addWall':
      return Math.hypot(command.to.x - command.from.x, command.to.y - command.from.y) < SHORTEST_M
        ? refuse('tooSmall')
        : addPart(plan, 'wall', [command.from, command.to])
    case 'setOpening': {
      const opening = openingAt(plan, command)
      return opening === null ? refuse('noWall') : addPart(plan, command.kind, opening)
    }
    case 'setSign':
      return setSign(plan, command)
    case 'setOutline': {
      const corners = command.corners === null ? null : removeStraightCorners(command.corners)
      const fault = corners === null ? null : faultOf(corners)
      return fault === null
        ? done({ ...plan, outline: corners === null ? null : toCounterclockwise(corners) }, [])
        : refuse(fault)
    }
    case 'placeGateway':
      return placeGateway(plan, { ...command.gateway, isPlaced: true })
    case 'forgetGateway':
      return done({
        ...plan,
        gateways: plan.gateways.filter((one) => one.equipmentId !== command.equipmentId),
      })
    case 'alignPicture':
      return done({ ...plan, picture: command.picture })
  }
}

const withRooms = (
  plan: Plan,
  keys: readonly string[],
  change: (room: DrawnRoom) => DrawnRoom,
): Plan => ({
  ...plan,
  rooms: plan.rooms.map((room) => (keys.includes(room.key) ? change(room) : room)),
})

function addRoom(
  plan: Plan,
  { corners: given, kind = 'room', makesPlace = false }: Command & { do: 'addRoom' },
): Drawn {
  const corners = toCounterclockwise(removeStraightCorners(given))
  const fault = plan.rooms.length >= MAX_ROOMS ? 'tooMany' : faultOf(corners)
  if (fault !== null) return refuse(fault)
  const key = `n${plan.next}`
  const taken = codesOf(plan)
  const last = plan.rooms.findLast(({ code }) => code !== '')?.code
  const code = last === undefined ? '' : nextCode(last, taken)
  const room: DrawnRoom = {
    key,
    id: null,
    name: '',
    code: code === '' ? firstCode(plan.shortName, taken) : code,
    kind,
    category: null,
    corners,
    holes: [],
    place: null,
    makesPlace,
  }
  return done({ ...plan, rooms: [...plan.rooms, room], next: plan.next + 1 }, [key])
}

function reshape(plan: Plan, key: string, change: (corners: Metres[]) => readonly Metres[]): Drawn {
  const room = plan.rooms.find((one) => one.key === key)
  if (room === undefined) return done(plan)
  const corners = toCounterclockwise(removeStraightCorners(change([...room.corners])))
  const fault = faultOf(corners)
  if (fault !== null) return refuse(fault)
  return done(withRooms(plan, [key], (one) => ({ ...one, corners })))
}

/** Metres. Corners closer than this are equal, so a wall between two rooms moves in both. */
const SAME_M = 0.01

function moveCorner(plan: Plan, { key, index, to }: Command & { do: 'moveCorner' }): Drawn {
  const from = plan.rooms.find((one) => one.key === key)?.corners[index]
  if (from === undefined) return done(plan)
  let fault: Refusal | null = null
  const rooms = plan.rooms.map((room) => {
    if (!room.corners.some((corner) => distanceBetween(corner, from) < SAME_M)) return room
    const corners = toCounterclockwise(
      removeStraightCorners(
        room.corners.map((corner) => (distanceBetween(corner, from) < SAME_M ? to : corner)),
      ),
    )
    fault ??= faultOf(corners)
    return { ...room, corners }
  })
  return fault === null ? done({ ...plan, rooms }) : refuse(fault)
}

const by = (points: readonly Metres[], { x, y }: Metres): Metres[] =>
  points.map((point) => ({ x: point.x + x, y: point.y + y }))
const movedRoom = (room: DrawnRoom, step: Metres): DrawnRoom => ({
  ...room,
  corners: by(room.corners, step),
  holes: room.holes.map((hole) => by(hole, step)),
})

function move(plan: Plan, keys: readonly string[], step: Metres): Drawn {
  const isMoved = ({ key }: { key: string }) => keys.includes(key)
  const next: Plan = {
    ...plan,
    rooms: plan.rooms.map((room) => (isMoved(room) ? movedRoom(room, step) : room)),
    parts: plan.parts.map((part) =>
      isMoved(part) ? { ...part, lines: part.lines.map((line) => by(line, step)) } : part,
    ),
  }
  const moved = [
    ...next.rooms.filter(isMoved).flatMap(({ corners }) => corners),
    ...next.parts.filter(isMoved).flatMap(({ lines }) => lines.flat()),
  ]
  return moved.some(({ x, y }) => !(Math.abs(x) <= FARTHEST_M && Math.abs(y) <= FARTHEST_M))
    ? refuse('tooFar')
    : done(next)
}

function resize(plan: Plan, key: string, wanted: Box): Drawn {
  return reshape(plan, key, (corners) => {
    const box = boxOf(corners)
    if (box === null || box.wide === 0 || box.deep === 0) return corners
    return corners.map(({ x, y }) => ({
      x: wanted.x + ((x - box.x) / box.wide) * wanted.wide,
      y: wanted.y + ((y - box.y) / box.deep) * wanted.deep,
    }))
  })
}

function split(plan: Plan, { key, from, to }: Command & { do: 'split' }): Drawn {
  const room = plan.rooms.find((one) => one.key === key)
  if (room === undefined) return done(plan)
  if (room.holes.length > 0) return refuse('holes')
  const pieces = parted(room.corners, [from, to])
  if (pieces === null) return refuse('notParted')
  const [first, second] = [
    toCounterclockwise(removeStraightCorners(pieces[0])),
    toCounterclockwise(removeStraightCorners(pieces[1])),
  ]
  const fault =
    faultOf(first) ?? faultOf(second) ?? (plan.rooms.length >= MAX_ROOMS ? 'tooMany' : null)
  if (fault !== null) return refuse(fault)
  const part: DrawnRoom = {
    ...room,
    key: `n${plan.next}`,
    id: null,
    code: nextCode(room.code, codesOf(plan)),
    corners: second,
    place: null,
    makesPlace: room.makesPlace || room.place !== null,
  }
  const index = plan.rooms.indexOf(room)
  return done(
    {
      ...plan,
      rooms: plan.rooms.toSpliced(index, 1, { ...room, corners: first }, part),
      next: plan.next + 1,
    },
    [key, part.key],
  )
}

function copy(plan: Plan, { keys, by: step, times }: Command & { do: 'copy' }): Drawn {
  const rooms = plan.rooms.filter(({ key }) => keys.includes(key))
  const parts = plan.parts.filter(({ key }) => keys.includes(key))
  if (
    plan.rooms.length + rooms.length * times > MAX_ROOMS ||
    plan.parts.length + parts.length * times > MAX_PARTS
  )
    return refuse('tooMany')
  let { next } = plan
  const taken = new Set(codesOf(plan))
  let last = rooms.findLast(({ code }) => code !== '')?.code ?? ''
  const [madeRooms, madeParts]: [DrawnRoom[], DrawnPart[]] = [[], []]
  for (let time = 1; time <= times; time += 1) {
    const offset = { x: step.x * time, y: step.y * time }
    for (const room of rooms) {
      const code = room.code === '' ? '' : nextCode(last, taken)
      if (code !== '') taken.add((last = code))
      madeRooms.push({
        ...movedRoom(room, offset),
        key: `n${next++}`,
        id: null,
        code,
        place: null,
        makesPlace: room.makesPlace || room.place !== null,
      })
    }
    for (const part of parts)
      madeParts.push({
        ...part,
        key: `n${next++}`,
        lines: part.lines.map((line) => by(line, offset)),
      })
  }
  const fault = madeRooms
    .map(({ corners }) => corners)
    .some((corners) =>
      corners.some(({ x, y }) => !(Math.abs(x) <= FARTHEST_M && Math.abs(y) <= FARTHEST_M)),
    )
  if (fault) return refuse('tooFar')
  return done(
    { ...plan, rooms: [...plan.rooms, ...madeRooms], parts: [...plan.parts, ...madeParts], next },
    [...madeRooms, ...madeParts].map(({ key }) => key),
  )
}

const remove = (plan: Plan, keys: readonly string[]): Drawn =>
  done(
    {
      ...plan,
      rooms: plan.rooms.filter(({ key }) => !keys.includes(key)),
      parts: plan.parts.filter(({ key }) => !keys.includes(key)),
    },
    [],
  )

function addPart(plan: Plan, kind: PartKind, line: readonly Metres[]): Drawn {
  if (plan.parts.length >= MAX_PARTS) return refuse('tooMany')
  const key = `n${plan.next}`
  const part: DrawnPart = { key, kind, isArea: false, lines: [line] }
  return done({ ...plan, parts: [...plan.parts, part], next: plan.next + 1 }, [key])
}

/** Initial sizes in metres, by kind. */
const SIZES: Partial<Record<RoomKind, { wide: number; deep: number }>> = {
  stairs: { wide: 3, deep: 5 },
  lift: { wide: 2, deep: 2 },
  toilet: { wide: 2, deep: 2.5 },
  entrance: { wide: 3, deep: 2 },
}

function setSign(plan: Plan, { kind, at }: Command & { do: 'setSign' }): Drawn {
  const room = plan.rooms.findLast(
    ({ corners, kind: before }) => before !== 'corridor' && isWithin(corners, at),
  )
  if (room !== undefined)
    return done(
      withRooms(plan, [room.key], (one) => ({ ...one, kind })),
      [room.key],
    )
  const { wide, deep } = SIZES[kind] ?? { wide: 3, deep: 3 }
  return addRoom(plan, {
    do: 'addRoom',
    kind,
    corners: rectangle(
      { x: at.x - wide / 2, y: at.y - deep / 2 },
      { x: at.x + wide / 2, y: at.y + deep / 2 },
    ),
  })
}

function placeGateway(plan: Plan, gateway: DrawnGateway): Drawn {
  const others = plan.gateways.filter((one) => one.equipmentId !== gateway.equipmentId)
  return others.length >= MAX_GATEWAYS
    ? refuse('tooMany')
    : done({ ...plan, gateways: [...others, gateway] })
}
