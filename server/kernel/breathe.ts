/** Long work on the shared thread, in slices: between them others are answered. */
import { setImmediate } from 'node:timers/promises'

const SLICE_MILLISECONDS = 5
/** Others have the thread as long as they keep it busy, up to this: the work goes on all the same. */
const TURNS_MILLISECONDS = 10
/** A turn of the loop that did anything takes longer than this. */
const EMPTY_TURN_MILLISECONDS = 0.2

/** Milliseconds. */
type Now = () => number
const machineTime: Now = () => performance.now()

/** `await breathe()` in a loop gives way once a slice is over, and costs nothing before. */
export function slices(timeNow = machineTime): () => Promise<void> {
  let begun = timeNow()
  return async () => {
    if (timeNow() - begun < SLICE_MILLISECONDS) return
    begun = await letOthers(timeNow)
  }
}

/** What somebody asks takes several turns of the loop: with one a slice it would wait for as many. */
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

/** Work that comes in small steps, done to its end without holding the thread. */
export async function inSlices<T>(work: Generator<void, T>, timeNow = machineTime): Promise<T> {
  const breathe = slices(timeNow)
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    await breathe()
  }
}
