import type { ReferenceKind } from '#contract/journal/references.ts'
import {
  automationAction,
  freshAction,
  kindOfAction,
  type ActionKind,
  type AutomationAction,
} from './actions.ts'

/** Returns null if the kind has blanks other than references, or `idOf` lacks a reference. */
export function filledAction(
  kind: ActionKind,
  idOf: (kind: ReferenceKind) => number | undefined,
): AutomationAction | null {
  const fresh = freshAction(kind)
  const filled = Object.entries(kindOfAction(fresh).names).reduce<unknown>(
    (action, [path, its]) => fillAt(action, path.split('.'), idOf(its)),
    fresh,
  )
  const { data } = automationAction.safeParse(filled)
  return data !== undefined && kindOfAction(data).faults(data).length === 0 ? data : null
}

function fillAt(value: unknown, path: readonly string[], id: number | undefined): unknown {
  const [key, ...rest] = path
  if (key === undefined)
    return id === undefined ? value : Array.isArray(value) ? [id] : (value ?? id)
  return typeof value === 'object' && value !== null && key in value
    ? { ...value, [key]: fillAt((value as Record<string, unknown>)[key], rest, id) }
    : value
}
