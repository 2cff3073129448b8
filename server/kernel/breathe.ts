/** Long work on the shared thread, in slices: between them others are answered. */
import { setImmediate } from 'node:timers/promises'

const SLICE_MILLISECONDS = 15

/** `await breathe()` in a loop gives way once a slice is over, and costs nothing before. */
export function slices(): () => Promise<void> {
  let begun = performance.now()
  return async () => {
    if (performance.now() - begun < SLICE_MILLISECONDS) return
    await setImmediate()
    begun = performance.now()
  }
}

/** Work that comes in small steps, done to its end without holding the thread. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  const breathe = slices()
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    await breathe()
  }
}
