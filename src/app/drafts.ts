/**
 * Drafts of schedules and automations rest in the browser under the name of the person and company
 * they are of, each under its own key: two tabs do not overwrite each other's, and signing out,
 * another company or a session that ended leave them for when the person is back. The slices hold
 * those of whoever is signed in.
 */
import type { Store } from './store.ts'
import {
  draftsRestored as automationsRestored,
  type AutomationsState,
} from '../features/automations/automationsSlice.ts'
import {
  draftsRestored as schedulesRestored,
  type RrulesState,
} from '../features/rrules/rrulesSlice.ts'

const PREFIX = 'plantroom.draft'
/** Drafts of one person on one device; the oldest give way. */
const MAX_DRAFTS = 50
const KEPT_FOR_MS = 30 * 24 * 3_600_000

type Area = 'rrules' | 'automations'
type Drafts = Record<string, unknown>
interface Stored {
  at: number
  draft: unknown
}

/**
 * Call once, when the store knows who is signed in. Where the browser refuses storage (in another
 * product's frame, in some private windows) drafts last as long as the page.
 */
export function keepDrafts(store: Store, now: () => number): void {
  const storage = attempt(() => localStorage)
  if (storage !== undefined) keepDraftsIn(storage, store, now)
}

function keepDraftsIn(storage: Storage, store: Store, now: () => number): void {
  let owner: string | null = null
  let before: Record<Area, Drafts> = { rrules: {}, automations: {} }
  let isRestoring = false
  const follow = (): void => {
    if (isRestoring) return
    const state = store.getState()
    const next = ownerOf(state)
    if (next === owner) {
      if (owner !== null) write(storage, owner, before, draftsOf(state), now())
      before = draftsOf(state)
      return
    }
    owner = next
    if (owner === null) return
    forgetOld(storage, owner, now())
    const kept = read(storage, owner)
    isRestoring = true
    store.dispatch(schedulesRestored(kept.rrules as NonNullable<RrulesState['kept']>)) // its own
    store.dispatch(automationsRestored(kept.automations))
    isRestoring = false
    before = draftsOf(store.getState())
  }
  store.subscribe(follow)
  follow()
}

type Slices = ReturnType<Store['getState']>

const ownerOf = ({ auth: { claims } }: Slices): string | null =>
  claims === null ? null : `${PREFIX}.${claims.companyId}.${claims.userId}`

function draftsOf(state: { rrules: RrulesState; automations: AutomationsState }) {
  return { rrules: (state.rrules.kept ?? {}) as Drafts, automations: state.automations.drafts }
}

function write(
  storage: Storage,
  owner: string,
  before: Record<Area, Drafts>,
  after: Record<Area, Drafts>,
  at: number,
): void {
  for (const area of ['rrules', 'automations'] as const) {
    if (before[area] === after[area]) continue
    for (const key of new Set([...Object.keys(before[area]), ...Object.keys(after[area])])) {
      const draft = after[area][key]
      if (draft === before[area][key]) continue
      const name = `${owner}.${area}.${key}`
      if (draft === undefined) storage.removeItem(name)
      else attempt(() => storage.setItem(name, JSON.stringify({ at, draft } satisfies Stored)))
    }
  }
}

function read(storage: Storage, owner: string): Record<Area, Drafts> {
  const kept: Record<Area, Drafts> = { rrules: {}, automations: {} }
  for (const { area, key, stored } of storedOf(storage, owner)) kept[area][key] = stored.draft
  return kept
}

function forgetOld(storage: Storage, owner: string, now: number): void {
  const newestFirst = storedOf(storage, owner).toSorted((a, b) => b.stored.at - a.stored.at)
  const old = newestFirst.filter(
    ({ stored }, index) => index >= MAX_DRAFTS || now - stored.at > KEPT_FOR_MS,
  )
  for (const { name } of old) storage.removeItem(name)
}

function storedOf(storage: Storage, owner: string) {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return names.flatMap((name) => {
    const [, area, key] = name.startsWith(`${owner}.`)
      ? (/^(rrules|automations)\.(.+)$/.exec(name.slice(owner.length + 1)) ?? [])
      : []
    const stored = key === undefined ? undefined : parsed(storage.getItem(name))
    if (stored === undefined || key === undefined) return []
    return [
      {
        name,
        area: area === 'rrules' ? ('rrules' as const) : ('automations' as const),
        key,
        stored,
      },
    ]
  })
}

function parsed(text: string | null): Stored | undefined {
  const value: unknown = attempt(() => JSON.parse(text ?? 'null'))
  if (typeof value !== 'object' || value === null || !('at' in value) || !('draft' in value))
    return undefined
  return typeof value.at === 'number' ? { at: value.at, draft: value.draft } : undefined
}

/** A full or forbidden storage keeps a draft in memory only, until the page is closed. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    console.warn('A draft could not be read or kept', error)
    return undefined
  }
}
