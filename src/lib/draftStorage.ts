/**
 * Unsaved work in this browser, by user and company. Each draft has its own key, so that tabs do
 * not overwrite each other. Only this file writes drafts; `entities/unsent/device.ts` stores
 * photos.
 */
export interface DraftOwner {
  companyId: number
  userId: number
}
/**
 * Edited rows by id or location, plans by floor, answers by procedure and location, problem reports
 * by subject, comments by ticket.
 */
const areas = [
  'dashboards',
  'rrules',
  'automations',
  'performances',
  'plans',
  'reports',
  'comments',
] as const
export type DraftArea = (typeof areas)[number]

interface Stored {
  at: number
  draft: unknown
}

const PREFIX = 'plantroom.draft'
/** Maximum drafts per user and device; beyond it, the oldest are removed. */
const MAX_DRAFTS = 50
const KEPT_FOR_MS = 30 * 24 * 3_600_000

const prefixOf = ({ companyId, userId }: DraftOwner): string => `${PREFIX}.${companyId}.${userId}.`
const nameOf = (owner: DraftOwner, area: DraftArea, key: string): string =>
  `${prefixOf(owner)}${area}.${key}`

/** False if the device cannot store: a private window, a foreign frame, a full disk. */
export function saveDraft(
  owner: DraftOwner,
  area: DraftArea,
  key: string,
  draft: unknown,
  at = Date.now(),
): boolean {
  const text = JSON.stringify({ at, draft } satisfies Stored)
  return attempt(() => {
    localStorage.setItem(nameOf(owner, area, key), text)
    return true
  }, false)
}

export function storedDraft(owner: DraftOwner, area: DraftArea, key: string): unknown {
  return attempt(() => parsed(localStorage.getItem(nameOf(owner, area, key))), undefined)?.draft
}

export function dropDraft(owner: DraftOwner, area: DraftArea, key: string): void {
  attempt(() => localStorage.removeItem(nameOf(owner, area, key)), undefined)
}

/** Calls back with the draft that another tab saved, or undefined when it removed it. */
export function onDraftElsewhere(
  owner: DraftOwner,
  area: DraftArea,
  key: string,
  heard: (draft: unknown) => void,
): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === nameOf(owner, area, key)) heard(parsed(event.newValue)?.draft)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

export function storedDrafts(owner: DraftOwner, area: DraftArea): Record<string, unknown> {
  return Object.fromEntries(
    attempt(() => storedOf(owner), []).flatMap((one) =>
      one.area === area ? [[one.key, one.stored.draft]] : [],
    ),
  )
}

/**
 * Call after sign-in. Answers in progress do not expire: they are work that was done, and stay
 * until sent or discarded.
 */
export function forgetOldDrafts(owner: DraftOwner, now: number): void {
  attempt(() => {
    takeOver(owner, now)
    const newestFirst = storedOf(owner)
      .filter(({ area }) => area !== 'performances')
      .toSorted((a, b) => b.stored.at - a.stored.at)
    newestFirst
      .filter(({ stored }, index) => index >= MAX_DRAFTS || now - stored.at > KEPT_FOR_MS)
      .forEach(({ name }) => localStorage.removeItem(name))
  }, undefined)
}

/** Adopts answers stored by an older version under another name. */
function takeOver(owner: DraftOwner, now: number): void {
  const before = `plantroom:performance:${owner.companyId}:${owner.userId}:`
  for (const name of names().filter((one) => one.startsWith(before))) {
    const draft: unknown = attempt(() => JSON.parse(localStorage.getItem(name) ?? 'null'), null)
    if (draft === null || saveDraft(owner, 'performances', name.slice(before.length), draft, now))
      localStorage.removeItem(name)
  }
}

const names = (): string[] =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')

function storedOf(owner: DraftOwner) {
  const prefix = prefixOf(owner)
  return names().flatMap((name) => {
    if (!name.startsWith(prefix)) return []
    const [, area = '', key] = /^(\w+)\.(.+)$/.exec(name.slice(prefix.length)) ?? []
    const stored = areas.some((one) => one === area)
      ? parsed(localStorage.getItem(name))
      : undefined
    return key === undefined || stored === undefined ? [] : [{ name, area, key, stored }]
  })
}

/** The owner's drafts: full name, and `area.key`. Empty if storage is refused. */
export const draftEntries = (
  owner: DraftOwner,
): readonly { name: string; place: string; at: number }[] =>
  attempt(
    () =>
      storedOf(owner).map(({ name, area, key, stored }) => ({
        name,
        place: `${area}.${key}`,
        at: stored.at,
      })),
    [],
  )

/** Stores a draft's text again at `area.key`. False if another draft has the place. */
export function restoreDraft(owner: DraftOwner, place: string, text: string): boolean {
  const name = `${prefixOf(owner)}${place}`
  if (localStorage.getItem(name) !== null) return false
  localStorage.setItem(name, text)
  return true
}

function parsed(text: string | null): Stored | undefined {
  const value: unknown = attempt(() => JSON.parse(text ?? 'null'), null)
  if (typeof value !== 'object' || value === null || !('at' in value) || !('draft' in value))
    return undefined
  return typeof value.at === 'number' ? { at: value.at, draft: value.draft } : undefined
}

let isTold = false
function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action()
  } catch (error) {
    if (!isTold) console.warn('A draft could not be read or kept', error)
    isTold = true // Reported once, because every keystroke tries again.
    return otherwise
  }
}
