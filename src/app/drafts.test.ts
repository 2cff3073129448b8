import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tokenFor } from '../../tests/drawing.tsx'
import { sessionEnded, tokenStored } from '../entities/session/authSlice.ts'
import { draftDropped, draftKept } from '../features/automations/automationsSlice.ts'
import { draftKept as scheduleKept } from '../features/rrules/rrulesSlice.ts'
import { keepDrafts } from './drafts.ts'
import { makeStore, wholeStoreReset, type Store } from './store.ts'

const DAY = 24 * 3_600_000
const own = { userId: 1, companyId: 1 }
let stores: { pause(): void }[] = []

/** A page of this browser, signed in as somebody or as nobody. */
function openPage(claims: object | null, now = 0): Store {
  const { store, persistor } = makeStore()
  persistor.pause()
  stores.push(persistor)
  if (claims !== null) store.dispatch(tokenStored(tokenFor(claims)))
  keepDrafts(store, () => now)
  return store
}
const write = (store: Store, key: string, draft: unknown) =>
  store.dispatch(draftKept({ key, draft }))
const draftsIn = (store: Store) => store.getState().automations.drafts

beforeEach(() => localStorage.clear())
afterEach(() => {
  stores = []
})

it('two tabs keep what each writes, and a page opened later has both', () => {
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
])('after %s a draft is there for the same person, and for nobody else', (_what, leaving) => {
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

it('a draft that was saved or thrown away is gone from the browser', () => {
  const store = openPage(own)
  write(store, 'automation/3', 'three')
  store.dispatch(draftDropped('automation/3'))
  expect(draftsIn(openPage(own))).toEqual({})
  expect(Object.keys(localStorage).filter((key) => key.startsWith('plantroom.draft'))).toEqual([])
})

it('where storage is refused, as in a frame, the page starts all the same', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  const store = openPage(own)
  write(store, 'automation/3', 'three')
  expect(draftsIn(store)).toEqual({ 'automation/3': 'three' })
  vi.restoreAllMocks()
})

it('fifty of a person stay, for thirty days; what cannot be read is passed over', () => {
  const store = openPage(own, 0)
  for (let index = 0; index < 60; index += 1) write(store, `automation/${index}`, index)
  localStorage.setItem('plantroom.draft.1.1.rrules.broken', '{')
  expect(Object.keys(draftsIn(openPage(own, DAY)))).toHaveLength(50)
  expect(draftsIn(openPage(own, 31 * DAY))).toEqual({})
})
