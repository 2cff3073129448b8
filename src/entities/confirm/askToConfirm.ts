/** One dialog at a time: further calls wait for the same answer. */
let open: { promise: Promise<boolean>; answer(isConfirmed: boolean): void } | null = null
const listeners = new Set<() => void>()

const notifyListeners = (): void => {
  for (const listener of listeners) listener()
}

/**
 * Resolves true after a fresh proof of identity; false if the person cancels, or if no host is
 * mounted.
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
      notifyListeners()
      resolve(isConfirmed)
    },
  }
  notifyListeners()
  return promise
}

/** The open question; null without one. */
export const presentQuestion = () => open

export function listenForQuestions(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) open?.answer(false) // The screen of the dialog has unmounted.
  }
}
