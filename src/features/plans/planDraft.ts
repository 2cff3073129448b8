import { dropDraft, saveDraft, storedDraft, type DraftOwner } from '#lib/draftStorage.ts'
import type { Frame } from './drawing/frame.ts'
import type { Plan } from './drawing/plan.ts'

/** A plan with its sheet's position and its base version. */
export interface Sketch {
  plan: Plan
  frame: Frame
  /** Null for a new floor. */
  version: number | null
  buildingName: string
}

export const saveSketch = (owner: DraftOwner, key: string, sketch: Sketch): boolean =>
  saveDraft(owner, 'plans', key, sketch)

export const dropSketch = (owner: DraftOwner, key: string): void => dropDraft(owner, 'plans', key)

export function keptSketch(owner: DraftOwner, key: string): Sketch | null {
  const kept = storedDraft(owner, 'plans', key)
  return isSketch(kept) ? kept : null
}

/** Validates a stored sketch, which may come from another release. */
function isSketch(value: unknown): value is Sketch {
  return (
    isGroup(value) &&
    typeof value['buildingName'] === 'string' &&
    'version' in value &&
    isGroup(value['frame']) &&
    typeof value['frame']['turn'] === 'number' &&
    isGroup(value['plan']) &&
    ['rooms', 'parts', 'gateways'].every((list) =>
      Array.isArray(isGroup(value['plan']) && value['plan'][list]),
    ) &&
    typeof value['plan']['roomsAreWalls'] === 'boolean'
  )
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
