/**
 * Saves the slices' drafts in the browser as they change (`lib/draftStorage.ts`), and restores
 * them. Sign-out, another company or an ended session remove them from the slices; they stay
 * encrypted on the device (`lib/draftSeal.ts`) until the person returns.
 */
import type { UnknownAction } from '@reduxjs/toolkit'
import { auth } from '#contract/auth/auth.ts'
import { injectContract } from '#api/api.ts'
import { draftsRestored as automationsRestored } from '../features/automations/automationsSlice.ts'
import {
  draftsRestored as boardsRestored,
  unsavedBoards,
} from '../features/dashboards/dashboardsSlice.ts'
import {
  draftsRestored as schedulesRestored,
  type RrulesState,
} from '../features/rrules/rrulesSlice.ts'
import {
  dropDraft,
  forgetOldDrafts,
  saveDraft,
  storedDrafts,
  type DraftArea,
  type DraftOwner,
} from '#lib/draftStorage.ts'
import { forgetOldSeals, openDrafts, sealDrafts } from '#lib/draftSeal.ts'
import type { Store } from './store.ts'

type Drafts = Record<string, unknown>
type Slices = ReturnType<Store['getState']>
interface Area {
  name: DraftArea
  /** An unchanged draft must be the same object. */
  of(state: Slices): Drafts
  restored(drafts: Drafts): UnknownAction
}

const areas: readonly Area[] = [
  {
    name: 'dashboards',
    of: ({ dashboards }) => unsavedBoards(dashboards),
    restored: boardsRestored,
  },
  {
    name: 'rrules',
    of: ({ rrules }) => rrules.kept ?? {},
    // Stored by the form itself.
    restored: (drafts) => schedulesRestored(drafts as NonNullable<RrulesState['kept']>),
  },
  {
    name: 'automations',
    of: ({ automations }) => automations.drafts,
    restored: automationsRestored,
  },
]

/**
 * Call once, when the store knows the signed-in person. If the browser refuses storage (in a
 * foreign frame, in some private windows), drafts last as long as the page.
 */
export function startSavingDrafts(store: Store, now: () => number): void {
  const { getSession } = injectContract(auth).endpoints
  const readKeys = getSession.select()
  let owner: DraftOwner | null = null
  let keys: readonly string[] = []
  let before: Drafts[] = []
  let isRestoring = false
  const follow = (): void => {
    if (isRestoring) return
    const state = store.getState()
    const next = state.auth.claims
    const known = readKeys(state).data?.draftKeys ?? []
    if (owner !== null && next !== null && keys.length === 0 && known.length > 0) {
      keys = known
      void openDrafts(owner, keys).then((count) => count > 0 && restore())
    }
    if (next?.companyId === owner?.companyId && next?.userId === owner?.userId) {
      const after = areas.map((area) => area.of(state))
      if (owner !== null)
        for (const [index, { name }] of areas.entries())
          keepChanges(owner, name, before[index] ?? {}, after[index] ?? {}, now())
      before = after
      return
    }
    const [key] = keys
    if (owner !== null && key !== undefined) void sealDrafts(owner, key)
    keys = []
    owner = next === null ? null : { companyId: next.companyId, userId: next.userId }
    if (owner === null) return
    forgetOldDrafts(owner, now())
    restore()
  }
  function restore(): void {
    if (owner === null) return
    isRestoring = true
    for (const { name, restored } of areas) store.dispatch(restored(storedDrafts(owner, name)))
    isRestoring = false
    before = areas.map((area) => area.of(store.getState()))
  }
  forgetOldSeals(now())
  store.subscribe(follow)
  follow()
}

function keepChanges(
  owner: DraftOwner,
  area: DraftArea,
  before: Drafts,
  after: Drafts,
  at: number,
): void {
  if (before === after) return
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const draft = after[key]
    if (draft === before[key]) continue
    if (draft === undefined) dropDraft(owner, area, key)
    else saveDraft(owner, area, key, draft, at)
  }
}
