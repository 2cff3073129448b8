import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { distanceBetween, type Metres } from '#contract/venue/plane.ts'
import { wallsOf } from './drawing/openings.ts'
import type { Plan } from './drawing/plan.ts'
import { isWithin, rectangle, sidesOf } from './drawing/shapes.ts'
import { snapToGrid, snapped, type SnappedTo } from './drawing/snap.ts'
import { GRID_M, OPENING_M, pressGroups, REACH_PX, roomKindOfTool, type Tool } from './tools.ts'
import type { Drawing } from './useDrawing.ts'
import type { Looking } from '#map/sheet/useZoomableView.ts'

interface Props {
  drawing: Drawing
  looking: Looking
  tool: Tool
  gateway: { equipmentId: number; name: string } | null
  makesPlaces: boolean
  /** Read-only, where a finger pans. */
  isReadOnly: boolean
  onGatewayPlaced(): void
}
type Drag = { down: { x: number; y: number }; from: Plan; group: string; hasMoved: boolean } & (
  | { kind: 'pan'; last: { clientX: number; clientY: number }; clears: boolean }
  | { kind: 'move'; start: Metres; hold: Metres; keys: readonly string[] }
  | { kind: 'corner'; key: string; index: number }
  | { kind: 'box' }
)
export interface PointerTools {
  points: readonly Metres[]
  /** A started shape is not part of the plan yet. */
  isUnfinished: boolean
  forget(): void
  hover: { at: Metres; to: SnappedTo } | null
  on: {
    onPointerDown(event: PointerEvent<SVGSVGElement>): void
    onPointerMove(event: PointerEvent<SVGSVGElement>): void
    onPointerUp(event: PointerEvent<SVGSVGElement>): void
    onPointerLeave(): void
    onDoubleClick(): void
    onKeyDown(event: KeyboardEvent): void
  }
}
/** Pixels: a shorter movement is a click, a longer one a drag. */
const DRAG_PX = 5
let drags = 0
const groupOfPress = pressGroups()

export function usePointerTools(props: Props): PointerTools {
  const { drawing, looking, tool, gateway, makesPlaces, isReadOnly, onGatewayPlaced } = props
  const { plan, keys, act, choose } = drawing
  const { points, setPoints, isUnfinished, forget } = useBegun(tool)
  const [hover, setHover] = useState<PointerTools['hover']>(null)
  const drag = useRef<Drag | null>(null)
  const held = useMemo(
    () => ({
      corners: [
        ...plan.rooms.flatMap(({ corners }) => corners),
        ...plan.parts.flatMap(({ lines }) => lines.flat()),
        ...(plan.outline ?? []),
      ],
      edges: [...wallsOf(plan), ...sidesOf(plan.outline ?? [])],
      grid: GRID_M,
    }),
    [plan],
  )
  const reach = looking.pixel * REACH_PX
  const snap = (at: Metres, from: Metres | null = points.at(-1) ?? null) =>
    snapped(at, { ...held, reach, from })

  function finish(corners: readonly Metres[]): void {
    setPoints([])
    if (tool === 'outline') act({ do: 'setOutline', corners })
    else act({ do: 'addRoom', corners, makesPlace: makesPlaces })
  }
  function addCorner(at: Metres): void {
    const [first] = points
    const closes = first !== undefined && points.length > 2 && distanceBetween(first, at) <= reach
    if (closes) finish(points)
    else if (points.length === 0 || distanceBetween(points.at(-1) ?? at, at) > 0.01)
      setPoints([...points, at])
  }
  function endLine(from: Metres, to: Metres): void {
    if (tool === 'room') return finish(rectangle(from, to))
    if (tool === 'wall') {
      if (act({ do: 'addWall', from, to })) setPoints([to])
      return
    }
    setPoints([])
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
    const room =
      plan.rooms.find(({ key }) => keys.length === 1 && key === keys[0]) ??
      plan.rooms.findLast(({ corners }) => isWithin(corners, middle))
    if (room !== undefined) act({ do: 'split', key: room.key, from, to })
  }

  function press(at: Metres): void {
    const sign = roomKindOfTool(tool)
    if (sign !== null) act({ do: 'setSign', kind: sign, at: snapToGrid(at, GRID_M) })
    else if (tool === 'door' || tool === 'window')
      act({
        do: 'setOpening',
        kind: tool,
        at,
        wide: OPENING_M[tool],
        reach: Math.max(reach * 2, 0.5),
      })
    else if (tool === 'gateway') {
      if (gateway === null) return
      act({ do: 'placeGateway', gateway: { ...gateway, at } })
      onGatewayPlaced()
    } else {
      const { at: corner } = snap(at)
      const [first] = points
      if (tool === 'shape' || tool === 'outline') addCorner(corner)
      else if (first === undefined) setPoints([corner])
      else endLine(points.at(-1) ?? first, corner)
    }
  }

  function take(event: PointerEvent<SVGSVGElement>, at: Metres): void {
    const target = event.target instanceof Element ? event.target : null
    const { key, corner, after } =
      target?.closest<SVGElement>('[data-key]')?.dataset ?? ({} as DOMStringMap)
    const group = `drag ${(drags += 1)}`
    const down = { x: event.clientX, y: event.clientY }
    const common = { down, from: plan, group, hasMoved: false }
    if (key === undefined || isReadOnly) {
      const last = { clientX: event.clientX, clientY: event.clientY }
      if (key !== undefined) choose([key])
      drag.current = { ...common, kind: 'pan', last, clears: key === undefined && !event.shiftKey }
      return
    }
    if (corner !== undefined) {
      drag.current = { ...common, kind: 'corner', key, index: Number(corner) }
      return
    }
    if (after !== undefined) {
      if (!act({ do: 'addCorner', key, after: Number(after), at }, { group, isQuiet: true })) return
      drag.current = { ...common, kind: 'corner', key, index: Number(after) + 1 }
      return
    }
    if (event.shiftKey)
      return choose(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key])
    const moved = keys.includes(key) ? keys : [key]
    if (!keys.includes(key)) choose([key])
    const hold = [
      ...plan.rooms.filter((one) => moved.includes(one.key)).flatMap(({ corners }) => corners),
      ...plan.parts.filter((one) => moved.includes(one.key)).flatMap(({ lines }) => lines.flat()),
    ].toSorted((a, b) => distanceBetween(a, at) - distanceBetween(b, at))[0]
    drag.current = { ...common, kind: 'move', start: at, hold: hold ?? at, keys: moved }
  }

  function pull(now: Drag, event: PointerEvent<SVGSVGElement>, at: Metres): void {
    const { from, group } = now
    if (now.kind === 'pan') {
      const before = looking.toSheet(now.last)
      looking.panBy({ x: before.x - at.x, y: before.y - at.y })
      now.last = { clientX: event.clientX, clientY: event.clientY }
    } else if (now.kind === 'corner') {
      const others = heldWithout(from, [now.key])
      const { at: to } = snapped(at, { ...others, reach, from: null, grid: GRID_M })
      const base = now.hasMoved ? from : plan
      now.from = base
      act(
        { do: 'moveCorner', key: now.key, index: now.index, to },
        { from: base, group, isQuiet: true },
      )
    } else if (now.kind === 'move') {
      const wished = { x: now.hold.x + at.x - now.start.x, y: now.hold.y + at.y - now.start.y }
      const others = heldWithout(from, now.keys)
      const { at: to } = snapped(wished, { ...others, reach, from: null, grid: GRID_M })
      const by = { x: to.x - now.hold.x, y: to.y - now.hold.y }
      act({ do: 'move', keys: now.keys, by }, { from, group, isQuiet: true })
    }
  }

  return {
    points,
    isUnfinished,
    forget,
    hover,
    on: {
      onPointerDown(event) {
        if (event.button > 1) return
        const at = looking.toSheet(event)
        event.currentTarget.setPointerCapture(event.pointerId)
        if (event.button === 1 || tool === 'select') {
          if (event.button === 1) event.preventDefault()
          if (tool === 'select' && event.button === 0) return take(event, at)
          drag.current = {
            kind: 'pan',
            last: { clientX: event.clientX, clientY: event.clientY },
            clears: false,
            down: { x: event.clientX, y: event.clientY },
            from: plan,
            group: '',
            hasMoved: false,
          }
          return
        }
        press(at)
        if (tool === 'room' && points.length === 0)
          drag.current = {
            kind: 'box',
            down: { x: event.clientX, y: event.clientY },
            from: plan,
            group: '',
            hasMoved: false,
          }
      },
      onPointerMove(event) {
        const at = looking.toSheet(event)
        if (tool !== 'select') setHover(roomKindOfTool(tool) === null ? snap(at) : { at, to: null })
        const now = drag.current
        if (now === null) return
        const far = Math.hypot(event.clientX - now.down.x, event.clientY - now.down.y)
        if (!now.hasMoved && far < DRAG_PX) return
        pull(now, event, at)
        now.hasMoved = true
      },
      onPointerUp(event) {
        const now = drag.current
        drag.current = null
        if (now?.kind === 'box' && now.hasMoved && points[0] !== undefined)
          finish(rectangle(points[0], snap(looking.toSheet(event), null).at))
        if (now?.kind === 'pan' && !now.hasMoved && now.clears) choose([])
      },
      onPointerLeave: () => setHover(null),
      onDoubleClick() {
        if ((tool === 'shape' || tool === 'outline') && points.length > 2) finish(points)
      },
      onKeyDown(event) {
        const step = event.shiftKey ? 1 : GRID_M
        const by = {
          ArrowLeft: { x: -step, y: 0 },
          ArrowRight: { x: step, y: 0 },
          ArrowUp: { x: 0, y: step },
          ArrowDown: { x: 0, y: -step },
        }[event.key]
        if (by !== undefined) {
          event.preventDefault()
          if (keys.length === 0) looking.panBy({ x: by.x * 10, y: by.y * 10 })
          else
            act(
              { do: 'move', keys, by },
              {
                group: groupOfPress(event.repeat),
              },
            )
        } else if (event.key === 'Escape') {
          if (points.length > 0) setPoints([])
          else choose([])
        } else if (event.key === 'Enter' && points.length > 2) finish(points)
        else if (event.key === 'Backspace' && points.length > 0) setPoints(points.slice(0, -1))
        else if ((event.key === 'Delete' || event.key === 'Backspace') && keys.length > 0)
          act({ do: 'remove', keys })
        else if (event.key === '+' || event.key === '=') looking.zoomBy(0.8)
        else if (event.key === '-') looking.zoomBy(1.25)
      },
    },
  }
}

/** Multi-corner shapes survive a change of tool; two-point shapes do not. */
const WAITING: readonly Tool[] = ['shape', 'outline']
type Begun = Partial<Record<Tool, readonly Metres[]>>

function useBegun(tool: Tool) {
  const [begun, setBegun] = useState<Begun>({})
  useEffect(
    () =>
      setBegun((before) => {
        const kept: Begun = {}
        for (const one of WAITING) kept[one] = before[one] ?? []
        return kept
      }),
    [tool],
  )
  return {
    points: begun[tool] ?? [],
    setPoints: (points: readonly Metres[]) => setBegun((before) => ({ ...before, [tool]: points })),
    // A wall continues from its last end, so its first point alone is not worth a warning.
    isUnfinished: Object.entries(begun).some(([of, points]) => of !== 'wall' && points.length > 0),
    forget: useCallback(() => setBegun({}), []),
  }
}

/** Snap targets without the moved items, which must not snap to themselves. */
function heldWithout(plan: Plan, keys: readonly string[]) {
  const rooms = plan.rooms.filter(({ key }) => !keys.includes(key))
  const parts = plan.parts.filter(({ key }) => !keys.includes(key))
  return {
    corners: [
      ...rooms.flatMap(({ corners }) => corners),
      ...parts.flatMap(({ lines }) => lines.flat()),
    ],
    edges: wallsOf({ rooms, parts }),
  }
}
