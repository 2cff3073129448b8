/** Long work on the shared thread, done in slices. Between slices the event loop serves others. */
import { setImmediate } from 'node:timers/promises'

const SLICE_MILLISECONDS = 5
/** Maximum pause while other work keeps the event loop busy. */
const TURNS_MILLISECONDS = 10
/** A turn of the event loop that did any work takes longer than this. */
const EMPTY_TURN_MILLISECONDS = 0.2

type Now = () => number
const machineTime: Now = () => performance.now()

/** `await yieldToLoop()` in a loop yields when a slice is over; before that it costs nothing. */
export function makeYielder(timeNow = machineTime): () => Promise<void> {
  let begun = timeNow()
  return async () => {
    if (timeNow() - begun < SLICE_MILLISECONDS) return
    begun = await letOthers(timeNow)
  }
}

/**
 * A request takes several turns of the event loop, so a pause of one turn would make it wait for as
 * many slices.
 */
async function letOthers(timeNow: Now): Promise<number> {
  const begun = timeNow()
  for (let turn = begun; ;) {
    await setImmediate()
    const now = timeNow()
    const isIdle = now - turn < EMPTY_TURN_MILLISECONDS
    if (isIdle || now - begun > TURNS_MILLISECONDS) return now
    turn = now
  }
}

export async function runInSlices<T>(work: Generator<void, T>, timeNow = machineTime): Promise<T> {
  const yieldToLoop = makeYielder(timeNow)
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    await yieldToLoop()
  }
}
