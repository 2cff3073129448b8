/**
 * Storage for redux-persist. Its own module is `{ default }` under some bundlers, and throws in
 * private windows.
 */
interface Storage {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<void>
  removeItem(key: string): Promise<void>
}

// Without storage the values last until the window closes.
const kept = new Map<string, string>()

function attempt<T>(action: () => T, otherwise: () => T): Promise<T> {
  try {
    return Promise.resolve(action())
  } catch {
    return Promise.resolve(otherwise())
  }
}

export const browserStorage: Storage = {
  getItem: (key) =>
    attempt(
      () => localStorage.getItem(key),
      () => kept.get(key) ?? null,
    ),
  setItem: (key, value) =>
    attempt(
      () => localStorage.setItem(key, value),
      () => void kept.set(key, value),
    ),
  removeItem: (key) =>
    attempt(
      () => localStorage.removeItem(key),
      () => void kept.delete(key),
    ),
}
