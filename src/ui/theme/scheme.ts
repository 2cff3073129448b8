import { useSyncExternalStore } from 'react'
import { cssVariables, type Scheme } from './tokens.ts'

export const schemeChoices = ['system', 'light', 'dark'] as const
export type SchemeChoice = (typeof schemeChoices)[number]

const KEY = 'plantroom.theme'
const listeners = new Set<() => void>()
let choice: SchemeChoice = 'system'

function systemIsDark(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches
}

/** Prints are always light: paper is white, and ink costs. */
const onPaper = (): boolean => typeof matchMedia === 'function' && matchMedia('print').matches

function currentScheme(): Scheme {
  if (onPaper()) return 'light'
  return choice === 'system' ? (systemIsDark() ? 'dark' : 'light') : choice
}

function apply(): void {
  const root = document.documentElement
  root.dataset['scheme'] = currentScheme()
  root.style.colorScheme = currentScheme()
  for (const [name, value] of cssVariables(currentScheme())) root.style.setProperty(name, value)
  for (const listener of listeners) listener()
}

/** Runs before the first paint, to avoid a flash. */
export function startTheme(): void {
  try {
    const kept = localStorage.getItem(KEY)
    choice = schemeChoices.find((known) => known === kept) ?? 'system'
  } catch {
    // without storage, the system's choice applies
  }
  if (typeof matchMedia === 'function')
    for (const query of ['(prefers-color-scheme: dark)', 'print'])
      matchMedia(query).addEventListener('change', apply)
  apply()
}

export function chooseScheme(next: SchemeChoice): void {
  choice = next
  try {
    localStorage.setItem(KEY, next)
  } catch {}
  apply()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useScheme(): { choice: SchemeChoice; scheme: Scheme } {
  const scheme = useSyncExternalStore(subscribe, currentScheme)
  const chosen = useSyncExternalStore(subscribe, () => choice)
  return { choice: chosen, scheme }
}
