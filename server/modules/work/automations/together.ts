/**
 * Selects the logs that can be processed as one set with the same result as one after the other.
 * Order is kept per equipment and location: what one rule changes there, the next must see.
 */
import type { AutomationAction } from '#contract/automation/actions.ts'
import { serverActionOf } from './actions.ts'
import type { EffectOnOthers } from './actions/kind.ts'

export type Doing = 'nothing' | EffectOnOthers

const strongest: readonly EffectOnOthers[] = ['changesAll', 'changes', 'adds']

/**
 * The combined effect of runs. A ticket opened by one rule does not belong to another, so each run
 * is judged alone.
 */
export function combinedEffect(runs: readonly (readonly AutomationAction[])[]): Doing {
  const each = runs.flatMap((actions) =>
    actions.map((action, index) => effectOf(action, actions.slice(0, index))),
  )
  return strongest.find((effect) => each.includes(effect)) ?? 'nothing'
}

function effectOf(action: AutomationAction, earlier: readonly AutomationAction[]): EffectOnOthers {
  const effect = serverActionOf(action)?.effect ?? 'adds'
  return typeof effect === 'function' ? effect(action, earlier) : effect
}

interface Answer {
  places: readonly string[]
  doing: Doing
}

/** Splits into logs to process now and those for the next set. Keeps the order. */
export function splitSet<T extends Answer>(answers: readonly T[]): { now: T[]; later: T[] } {
  const added = new Set<string>()
  const closed = new Set<string>()
  const now: T[] = []
  const later: T[] = []
  let isClosed = false
  for (const answer of answers) {
    const { places, doing } = answer
    const isFree =
      !isClosed &&
      (doing !== 'changesAll' || now.length === 0) &&
      !places.some((place) => closed.has(place)) &&
      (doing !== 'changes' || !places.some((place) => added.has(place)))
    ;(isFree ? now : later).push(answer)
    isClosed ||= doing === 'changesAll'
    if (!isFree || doing === 'changes') for (const place of places) closed.add(place)
    else if (doing === 'adds') for (const place of places) added.add(place)
  }
  return { now, later }
}
