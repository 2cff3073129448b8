/** Undo and redo of an edited value. Pure, so that a slice can hold it. */
export interface History<T> {
  now: T
  /** The latest step comes last in both. */
  past: readonly T[]
  future: readonly T[]
  /** Steps of one group (typing in one field) are undone together. */
  group: string | null
}

export const MAX_STEPS = 100

export const historyFrom = <T>(now: T): History<T> => ({ now, past: [], future: [], group: null })

/** An unchanged value adds no step and keeps the redo list. */
export function recordChange<T>(
  history: History<T>,
  next: T,
  group: string | null = null,
): History<T> {
  if (next === history.now) return history
  const continues = group !== null && group === history.group
  return {
    now: next,
    past: continues ? history.past : [...history.past, history.now].slice(-MAX_STEPS),
    future: [],
    group,
  }
}

export function undoLast<T>(history: History<T>): History<T> {
  const { now, past, future } = history
  const [target] = past.slice(-1)
  return past.length === 0
    ? history
    : // there is one for each step; it may be undefined or null itself
      { now: target as T, past: past.slice(0, -1), future: [...future, now], group: null }
}

export function redoNext<T>(history: History<T>): History<T> {
  const { now, past, future } = history
  const [target] = future.slice(-1)
  return future.length === 0
    ? history
    : { now: target as T, past: [...past, now], future: future.slice(0, -1), group: null }
}

/**
 * Undo group of typing: the path of the only text or number that differs. Null if more changed, or
 * the value was chosen.
 */
export function typedPath(before: unknown, after: unknown, path = ''): string | null {
  if (isTyped(before) && isTyped(after)) return path
  if (!isGroup(before) || !isGroup(after)) return null
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  const changes = [...keys].filter((key) => before[key] !== after[key])
  const [key] = changes
  return key === undefined || changes.length > 1
    ? null
    : typedPath(before[key], after[key], `${path}/${key}`)
}

const isTyped = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
