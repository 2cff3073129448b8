/** Moves and removes states, and updates their indexes in other states. Pure. */
interface Placed {
  next: readonly number[] | null
}

/** `placeOf` maps an old index to the new one, or to null if the state was removed. */
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

export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

export function moveState<S extends Placed>(states: readonly S[], from: number, to: number): S[] {
  const order = moveItem(
    states.map((_, index) => index),
    from,
    to,
  )
  const inOrder = order.map((index) => states[index]).filter((state) => state !== undefined)
  return renamed(inOrder, (before) => order.indexOf(before))
}

/**
 * A state whose only next state is removed may then go to any state, so that no ticket gets stuck.
 */
export function removeState<S extends Placed>(states: readonly S[], removed: number): S[] {
  return renamed(
    states.filter((_, index) => index !== removed),
    (before) => (before === removed ? null : before > removed ? before - 1 : before),
  )
}
