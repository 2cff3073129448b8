import type { RoomKind } from '#contract/venue/shapes.ts'

export const tools = [
  'select',
  'room',
  'shape',
  'wall',
  'split',
  'door',
  'window',
  'stairs',
  'lift',
  'toilet',
  'entrance',
  'gateway',
  'outline',
] as const
export type Tool = (typeof tools)[number]

export const roomKindOfTool = (tool: Tool): RoomKind | null =>
  tool === 'stairs' || tool === 'lift' || tool === 'toilet' || tool === 'entrance' ? tool : null

/** Usual widths in metres. */
export const OPENING_M = { door: 1, window: 1.5 } as const
/** Metres. Users do not measure more exactly. */
export const GRID_M = 0.1
export const REACH_PX = 10

/** Undo groups for keys: each press is one step, also while it repeats. */
export function pressGroups(): (isRepeat: boolean) => string {
  let presses = 0
  return (isRepeat) => {
    if (!isRepeat) presses += 1
    return `press ${presses}`
  }
}
