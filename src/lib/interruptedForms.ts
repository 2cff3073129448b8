/**
 * Form input when a session ends under it (by time or in another tab): stored in this tab until the
 * same person is back at the same form. Secrets are not stored.
 */
const PREFIX = 'plantroom.interrupted'
const SECRET = /password|secret|token|code/i

export interface InterruptedForm {
  values: object
  /** Of the row that was being changed; absent: a new one. */
  version?: number | undefined
}

let owner: string | null = null
const open = new Set<() => void>()

let isInterrupted = false

/** Whose forms these are from now on; null: nobody is signed in. */
export function setFormOwner(next: string | null): void {
  if (owner === null && next !== null) isInterrupted = false
  owner = next
}

/** Call before the session is taken from the page, or becomes another's. */
export function interruptForms(): void {
  isInterrupted = true
  for (const keep of open) keep()
}

/** Nobody is asked to stay on a page whose session is over: what is typed is kept. */
export const areInterrupted = (): boolean => isInterrupted

/** `keep` is called when the session ends; answers the way to stop that. */
export function onInterruption(keep: () => void): () => void {
  open.add(keep)
  return () => void open.delete(keep)
}

/** `fields` tell the forms of one screen apart. */
const nameOf = (fields: readonly string[]): string =>
  [
    PREFIX,
    owner,
    window.location.pathname + window.location.search,
    fields.toSorted().join(','),
  ].join(' ')

export function saveForm(fields: readonly string[], { values, version }: InterruptedForm): void {
  const told = Object.fromEntries(Object.entries(values).filter(([key]) => !SECRET.test(key)))
  if (owner === null || !isPlain(told)) return
  try {
    sessionStorage.setItem(nameOf(fields), JSON.stringify({ values: told, version }))
  } catch {
    // no room, or a frame without storage: it is asked for once more
  }
}

export function keptForm(fields: readonly string[]): InterruptedForm | null {
  try {
    const text = owner === null ? null : sessionStorage.getItem(nameOf(fields))
    return text === null ? null : (JSON.parse(text) as InterruptedForm) // as it was put there
  } catch {
    return null
  }
}

export function dropForm(fields: readonly string[]): void {
  try {
    sessionStorage.removeItem(nameOf(fields))
  } catch {
    // nothing was kept there
  }
}

/** What comes back from JSON as it was: a file or a moment of a library does not. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}
