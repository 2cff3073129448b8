/**
 * One question at a time, whichever call wanted it: those that come meanwhile wait for the same
 * answer.
 */
let open: { promise: Promise<boolean>; answer(isConfirmed: boolean): void } | null = null
const listeners = new Set<() => void>()

const tellAll = (): void => {
  for (const tell of listeners) tell()
}

/**
 * True once the person has proved again who they are; false when they would not, or no screen can
 * ask.
 */
export function askToConfirm(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (open !== null) return open.promise
  let resolve: (isConfirmed: boolean) => void = () => undefined
  const promise = new Promise<boolean>((done) => {
    resolve = done
  })
  open = {
    promise,
    answer(isConfirmed) {
      open = null
      tellAll()
      resolve(isConfirmed)
    },
  }
  tellAll()
  return promise
}

/** What the dialog on screen answers to; null when nothing is asked. */
export const presentQuestion = () => open

export function listenForQuestions(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) open?.answer(false) // its screen is gone
  }
}
