/**
 * Stores form input if a session ends during the edit, in this tab, until the same user returns to
 * the form. Secrets are not stored.
 */
const PREFIX = 'plantroom.interrupted'
const SECRET = /password|secret|token|code/i

export interface InterruptedForm {
  values: object
  /** Version of the edited row. Omit for a new one. */
  version?: number | undefined
}

let owner: string | null = null
const open = new Set<() => void>()

let isInterrupted = false

/** The person whose forms are stored from now on. Null if nobody is signed in. */
export function setFormOwner(next: string | null): void {
  if (owner === null && next !== null) isInterrupted = false
  owner = next
}

/** Call before the session ends or changes its person. */
export function interruptForms(): void {
  isInterrupted = true
  for (const keep of open) keep()
}

/** A page without a session does not ask before it is left: its input is stored. */
export const areInterrupted = (): boolean => isInterrupted

/** `keep` is called when the session ends. Returns the unsubscribe function. */
export function onInterruption(keep: () => void): () => void {
  open.add(keep)
  return () => void open.delete(keep)
}

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
    // without space or storage, the input is lost
  }
}

export function loadInterruptedForm(fields: readonly string[]): InterruptedForm | null {
  try {
    const text = owner === null ? null : sessionStorage.getItem(nameOf(fields))
    return text === null ? null : (JSON.parse(text) as InterruptedForm)
  } catch {
    return null
  }
}

export function dropForm(fields: readonly string[]): void {
  try {
    sessionStorage.removeItem(nameOf(fields))
  } catch {
    // storage is refused, so nothing was stored
  }
}

/** True if JSON restores the value; files and library objects are not restored. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}
