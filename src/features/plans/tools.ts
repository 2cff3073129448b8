/** What a pointer may hold over the sheet. */
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

export const signOf = (tool: Tool): RoomKind | null =>
  tool === 'stairs' || tool === 'lift' || tool === 'toilet' || tool === 'entrance' ? tool : null

/** As doors and windows mostly are. */
export const OPENING_M = { door: 1, window: 1.5 } as const
/** A tenth of a metre is as near as anybody measures. */
export const GRID_M = 0.1
/** So many pixels are near. */
export const REACH_PX = 10

/**
 * The group of steps that one press of a key makes: each press is undone by itself, and a key that
 * is held down is one press.
 */
export function pressGroups(): (isRepeat: boolean) => string {
  let presses = 0
  return (isRepeat) => {
    if (!isRepeat) presses += 1
    return `press ${presses}`
  }
}
