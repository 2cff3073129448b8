/** Moving and removing states, with the places that the others name kept true. Pure. */
interface Placed {
  next: readonly number[] | null
}

/** `placeOf` tells where a state of before stands now; null when it is gone. */
function renamed<S extends Placed>(
  states: readonly S[],
  placeOf: (before: number) => number | null,
): S[] {
  return states.map((state) => {
    if (state.next === null) return state
    const next = state.next.map(placeOf).filter((place) => place !== null)
    return { ...state, next: next.length === 0 ? null : next }
  })
}

/** The same list with one of it at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

export function moveState<S extends Placed>(states: readonly S[], from: number, to: number): S[] {
  const order = moved(
    states.map((_, index) => index),
    from,
    to,
  )
  const inOrder = order.map((index) => states[index]).filter((state) => state !== undefined)
  return renamed(inOrder, (before) => order.indexOf(before))
}

/**
 * A state that led only to the removed one may then go anywhere: nothing is left to be stuck in.
 */
export function removeState<S extends Placed>(states: readonly S[], removed: number): S[] {
  return renamed(
    states.filter((_, index) => index !== removed),
    (before) => (before === removed ? null : before > removed ? before - 1 : before),
  )
}
