/** Steps of a duty: who is called, one after the other, until somebody has it. Instants are absolute. */
const MINUTE = 60_000
export const MAX_STEPS = 4

interface Timed {
  /** After the step before, the first after the beginning. */
  minutes: number
}

export function dueTimesOfSteps(steps: readonly Timed[], begun: number): number[] {
  let at = begun
  return steps.map(({ minutes }) => (at += minutes * MINUTE))
}

export interface PlannedCall {
  /** From 0. */
  step: number
  at: number
  userIds: number[]
}

/**
 * The calls before `until`, when it was taken up or now. A step that finds nobody passes to the next
 * one at once.
 */
export function callsUntil<S extends Timed>(
  steps: readonly S[],
  begun: number,
  until: number,
  findPeople: (step: S, at: number) => number[],
): PlannedCall[] {
  const calls: PlannedCall[] = []
  let at = begun
  for (const [place, step] of steps.entries()) {
    if (calls.at(-1)?.userIds.length !== 0) at += step.minutes * MINUTE
    if (at >= until) break
    calls.push({ step: place, at, userIds: findPeople(step, at) })
  }
  return calls
}
