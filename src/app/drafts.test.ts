import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth/auth.ts'
import { tokenFor } from '#tests/drawing.tsx'
import { api, injectContract } from '#api/api.ts'
import { sessionEnded, tokenStored } from '#entities/session/authSlice.ts'
import { draftDropped, draftKept } from '../features/automations/automationsSlice.ts'
import { draftKept as scheduleKept } from '../features/rrules/rrulesSlice.ts'
import {
  attributesChanged,
  boardUndone,
  draftOpened,
} from '../features/dashboards/dashboardsSlice.ts'
import { blankDashboard } from '../features/dashboards/draft.ts'
import { saveDraft, storedDraft, storedDrafts } from '#lib/draftStorage.ts'
import { openDrafts, whenDraftsSealed } from '#lib/draftSeal.ts'
import { startSavingDrafts } from './drafts.ts'
import { makeStore, persistence, wholeStoreReset, type Store } from './store.ts'

const DAY = 24 * 3_600_000
const mark = { version: 1, rehydrated: false }
const own = { userId: 1, companyId: 1 }
let stores: { pause(): void }[] = []

function openPage(claims: object | null, now = 0): Store {
  const { store, persistor } = makeStore()
  persistor.pause()
  stores.push(persistor)
  if (claims !== null) store.dispatch(tokenStored(tokenFor(claims)))
  startSavingDrafts(store, () => now)
  return store
}
const write = (store: Store, key: string, draft: unknown) =>
  store.dispatch(draftKept({ key, draft }))
const draftsIn = (store: Store) => store.getState().automations.drafts

beforeEach(() => localStorage.clear())
afterEach(() => {
  stores = []
})

it('drafts of two tabs are both kept, and a page opened later has both', () => {
  const [one, other] = [openPage(own), openPage(own)]
  write(one, 'automation/3', 'three')
  write(other, 'automation/4', 'four')
  one.dispatch(scheduleKept({ key: '7', draft: { values: {} as never } }))
  write(one, 'automation/3', 'three, longer')
  const later = openPage(own)
  expect(draftsIn(later)).toEqual({ 'automation/3': 'three, longer', 'automation/4': 'four' })
  expect(later.getState().rrules.kept).toEqual({ 7: { values: {} } })
})

it.each([
  ['signing out', wholeStoreReset()],
  ['a session that ended', sessionEnded('expired')],
])('drafts are there for the same user after %s, and for nobody else', (_what, leaving) => {
  const store = openPage(own)
  write(store, 'procedure/1/new', 'mine')
  store.dispatch(leaving)
  store.dispatch(tokenStored(tokenFor({ ...own, userId: 2 })))
  expect(draftsIn(store)).toEqual({})
  store.dispatch(tokenStored(tokenFor({ ...own, companyId: 2 })))
  expect(draftsIn(store)).toEqual({})
  store.dispatch(tokenStored(tokenFor(own)))
  expect(draftsIn(store)).toEqual({ 'procedure/1/new': 'mine' })
})

it('a draft that was saved or discarded is gone from the browser', () => {
  const store = openPage(own)
  write(store, 'automation/3', 'three')
  store.dispatch(draftDropped('automation/3'))
  expect(draftsIn(openPage(own))).toEqual({})
  expect(Object.keys(localStorage).filter((key) => key.startsWith('plantroom.draft'))).toEqual([])
})

it('drafts that storage refuses, as in a frame, do not stop the page from starting', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  const store = openPage(own)
  write(store, 'automation/3', 'three')
  expect(draftsIn(store)).toEqual({ 'automation/3': 'three' })
  vi.restoreAllMocks()
})

it('drafts stay for thirty days, fifty of a user; unreadable ones are passed over', () => {
  const store = openPage(own, 0)
  for (let index = 0; index < 60; index += 1) write(store, `automation/${index}`, index)
  localStorage.setItem('plantroom.draft.1.1.rrules.broken', '{')
  expect(Object.keys(draftsIn(openPage(own, DAY)))).toHaveLength(50)
  expect(draftsIn(openPage(own, 31 * DAY))).toEqual({})
})

it('a dashboard’s draft is kept while it differs from the saved one, for its user alone', () => {
  const store = openPage(own)
  const kept = () => Object.keys(openPage(own).getState().dashboards.boards)
  store.dispatch(draftOpened({ key: '7', version: 1, draft: blankDashboard }))
  expect(kept()).toEqual([])
  store.dispatch(attributesChanged({ name: 'Monday' }))
  expect(kept()).toEqual(['7'])
  expect(openPage({ ...own, userId: 2 }).getState().dashboards.boards).toEqual({})
  store.dispatch(boardUndone())
  expect(kept()).toEqual([])
})

it('answers under way stay whatever their age and number, also those of an older page', () => {
  localStorage.setItem('plantroom:performance:1:1:3:equipment:4', '{"answers":[]}')
  for (let index = 0; index < 60; index += 1)
    saveDraft(own, 'performances', String(index), index, 0)
  openPage({ ...own, userId: 2 }, 400 * DAY)
  openPage(own, 400 * DAY)
  expect(Object.keys(storedDrafts(own, 'performances'))).toHaveLength(61)
  expect(storedDraft(own, 'performances', '3:equipment:4')).toEqual({ answers: [] })
  expect(localStorage.getItem('plantroom:performance:1:1:3:equipment:4')).toBeNull()
})

it('drafts that an older page stored of dashboards are not taken for present ones', async () => {
  const old = { dashboards: { draft: null, isDirty: true }, auth: { token: null } }
  expect(await persistence.migrate({ ...old, _persist: mark })).toEqual({
    auth: { token: null },
    _persist: mark,
  })
})

const KEY = Buffer.alloc(32, 7).toString('base64url')
const OTHER_KEY = Buffer.alloc(32, 9).toString('base64url')
injectContract(auth)

const answerKeys = (store: Store, ...draftKeys: string[]) =>
  store.dispatch(
    api.util.upsertQueryData('getSession' as never, undefined as never, { draftKeys } as never),
  )
const plainText = () => Object.values(localStorage).join('\n')

it('a draft is sealed at sign-out, and back when the same user signs in', async () => {
  const store = openPage(own)
  await answerKeys(store, KEY)
  write(store, 'procedure/1/new', 'the secret plan')
  saveDraft(own, 'performances', '3.', { answers: 'the secret answer' })
  store.dispatch(wholeStoreReset())
  await whenDraftsSealed()
  expect(Object.keys(localStorage)).toHaveLength(2)
  expect(plainText()).not.toMatch(/secret/)

  const later = openPage(own)
  expect(draftsIn(later)).toEqual({})
  await answerKeys(later, OTHER_KEY, KEY)
  await vi.waitFor(() => expect(draftsIn(later)).toEqual({ 'procedure/1/new': 'the secret plan' }))
  expect(storedDraft(own, 'performances', '3.')).toEqual({ answers: 'the secret answer' })
})

it('a sealed draft cannot be opened with another key, and goes after its days', async () => {
  const store = openPage(own)
  await answerKeys(store, KEY)
  write(store, 'procedure/1/new', 'the secret plan')
  store.dispatch(sessionEnded('signedOut'))
  await whenDraftsSealed()
  expect(await openDrafts(own, [OTHER_KEY])).toBe(0)
  expect(await openDrafts({ ...own, userId: 2 }, [KEY])).toBe(0)
  expect(Object.keys(localStorage)).toHaveLength(1)
  openPage(null, 31 * DAY)
  expect(Object.keys(localStorage)).toHaveLength(0)
})

it('a draft that was written since replaces the sealed one', async () => {
  const store = openPage(own)
  await answerKeys(store, KEY)
  write(store, 'procedure/1/new', 'old')
  store.dispatch(sessionEnded('signedOut'))
  await whenDraftsSealed()
  saveDraft(own, 'automations', 'procedure/1/new', 'new')
  expect(await openDrafts(own, [KEY])).toBe(0)
  expect(storedDrafts(own, 'automations')).toEqual({ 'procedure/1/new': 'new' })
})
