/** Navigation keys: `g`, then another key. */
import type { RouteName } from '#lib/paths.ts'

/** By the screens' English names, in every language. */
export const goKeys = {
  h: 'home',
  w: 'myWork',
  p: 'procedures',
  l: 'procedureLogs',
  t: 'tickets',
  s: 'schedules',
  e: 'equipment',
  m: 'mapping',
  o: 'locations',
  i: 'inventory',
  a: 'automationCenter',
  d: 'dashboards',
  r: 'report',
  j: 'journal',
} as const satisfies Record<string, RouteName>
type Destination = (typeof goKeys)[keyof typeof goKeys]

const letters = Object.fromEntries(
  Object.entries(goKeys).map(([letter, route]) => [route, letter]),
) as Partial<Record<RouteName, string>>

/** For display: 'G then T'. Undefined if the screen has no key. */
export function keysOf(route: RouteName): string | undefined {
  const letter = letters[route]
  return letter === undefined ? undefined : `G ${letter.toUpperCase()}`
}

export type Pressed = { letter: string | null; sign: string; at: number }
export type Waiting = { at: number } | null
export type Meaning =
  | { kind: 'nothing' }
  | { kind: 'begun' }
  | { kind: 'showKeys' }
  | { kind: 'go'; route: Destination }

/** Milliseconds between `g` and the second key. */
const PATIENCE = 1_500

/** The meaning of a key, depending on a preceding `g`. */
export function meaningOf({ letter, sign, at }: Pressed, waiting: Waiting): Meaning {
  if (sign === '?' || sign === '؟') return { kind: 'showKeys' }
  if (letter === null) return { kind: 'nothing' }
  if (waiting !== null && at - waiting.at <= PATIENCE) {
    const route = Object.entries(goKeys).find(([key]) => key === letter)?.[1]
    if (route !== undefined) return { kind: 'go', route }
  }
  return letter === 'g' ? { kind: 'begun' } : { kind: 'nothing' }
}
