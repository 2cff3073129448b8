/** What is being edited, with the way back and on again. */
export interface Steps<T> {
  now: T
  past: readonly T[]
  future: readonly T[]
  /** Steps of one group (typing in one field) are undone together. */
  group: string | null
}

const DEEPEST = 100

export const stepsFrom = <T>(now: T): Steps<T> => ({ now, past: [], future: [], group: null })

export function stepTo<T>(
  { now, past, group }: Steps<T>,
  next: T,
  of: string | null = null,
): Steps<T> {
  return {
    now: next,
    past: of !== null && of === group ? past : [...past, now].slice(-DEEPEST),
    future: [],
    group: of,
  }
}

export function back<T>(steps: Steps<T>): Steps<T> {
  const target = steps.past.at(-1)
  return target === undefined
    ? steps
    : {
        now: target,
        past: steps.past.slice(0, -1),
        future: [...steps.future, steps.now],
        group: null,
      }
}

export function onAgain<T>(steps: Steps<T>): Steps<T> {
  const target = steps.future.at(-1)
  return target === undefined
    ? steps
    : {
        now: target,
        past: [...steps.past, steps.now],
        future: steps.future.slice(0, -1),
        group: null,
      }
}
