import { expect, it } from 'vitest'
import { dashboardsSlice, noDashboards, openBoard, unsavedBoards } from './dashboardsSlice.ts'
import {
  blankDashboard,
  insertCard,
  insertChapter,
  moveCard,
  removeCard,
  removeChapter,
  type Chapter,
} from './draft.ts'

const card = (id: number) => ({
  id,
  name: `Card ${id}`,
  showHistory: false,
  width: 6,
  data: { filters: [] },
  type: 'averageScore' as const,
  range: 'YEAR' as const,
})
const chapters: Chapter[] = [
  { title: 'One', items: [card(1), card(2)] },
  { title: 'Two', items: [card(3)] },
]
const now = (state: Parameters<typeof openBoard>[0]) => openBoard(state)?.now
const idsOf = (list: readonly Chapter[]) =>
  list.map((chapter) => chapter.items.map((item) => item.id))

it('a dashboard’s draft gives a new card its width and ignores one without an id', () => {
  expect(insertCard(chapters, { chapter: 1, index: 0 }, { id: 9 })[1]?.items[0]).toMatchObject({
    id: 9,
    width: 6,
  })
  expect(insertCard(chapters, { chapter: 0, index: 0 }, { name: 'No id' })).toEqual(chapters)
})

it('a dashboard’s draft moves a card between chapters and loses none', () => {
  expect(idsOf(moveCard(chapters, { chapter: 0, index: 0 }, { chapter: 1, index: 1 }))).toEqual([
    [2],
    [3, 1],
  ])
  expect(idsOf(moveCard(chapters, { chapter: 0, index: 0 }, { chapter: 7, index: 0 }))).toEqual([
    [1, 2],
    [3],
  ])
})

it('a dashboard’s draft queues what is removed', () => {
  expect(removeCard(chapters, { chapter: 0, index: 1 })).toMatchObject({ removedIds: [2] })
  expect(removeChapter(chapters, 0)).toMatchObject({ removedIds: [1, 2] })
  expect(insertChapter(chapters, 1, 'New Chapter').map((chapter) => chapter.title)).toEqual([
    'One',
    'New Chapter',
    'Two',
  ])
})

it('a dashboard’s draft is dirty after a change and clean after a save', () => {
  const { reducer, actions } = dashboardsSlice
  let state = reducer(
    noDashboards,
    actions.draftOpened({
      draft: { ...blankDashboard, name: 'D', chapters },
      key: '1',
      version: 1,
    }),
  )
  expect(
    now(reducer(state, actions.cardInserted({ place: { chapter: 0, index: 0 }, card: {} })))
      ?.isDirty,
  ).toBe(false)
  expect(unsavedBoards(state)).toEqual({})
  state = reducer(state, actions.cardRemoved({ chapter: 0, index: 0 }))
  expect(now(state)).toMatchObject({ isDirty: true, removedIds: [1], version: 1 })
  expect(unsavedBoards(state)).toEqual({ 1: now(state) })
  const saved = reducer(state, actions.draftSaved(2))
  expect(now(saved)).toMatchObject({ isDirty: false, removedIds: [], version: 2 })
  expect(now(reducer(saved, actions.boardUndone()))).toEqual(now(saved))
})

it('a dashboard’s draft goes back and on again, and takes the queue for deletion along', () => {
  const { reducer, actions } = dashboardsSlice
  const start = reducer(
    noDashboards,
    actions.draftOpened({
      draft: { ...blankDashboard, name: 'D', chapters },
      key: '1',
      version: 1,
    }),
  )
  const removed = reducer(start, actions.cardRemoved({ chapter: 0, index: 0 }))
  const typed = ['D1', 'D12', 'D123'].reduce(
    (state, name) => reducer(state, actions.attributesChanged({ name })),
    removed,
  )
  const back = reducer(typed, actions.boardUndone())
  expect(now(back)?.draft.name).toBe('D')
  const first = reducer(back, actions.boardUndone())
  expect(now(first)).toMatchObject({ isDirty: false, removedIds: [], draft: { chapters } })
  const on = reducer(reducer(first, actions.boardRedone()), actions.boardRedone())
  expect(now(on)).toMatchObject({ isDirty: true, removedIds: [1], draft: { name: 'D123' } })
})

it('a dashboard’s draft that was left unsaved waits while another is edited, and a saved one does not', () => {
  const { reducer, actions } = dashboardsSlice
  const open = (key: string) =>
    actions.draftOpened({ draft: { ...blankDashboard, name: key, chapters }, key, version: 1 })
  let state = [open('1'), actions.chapterMoved({ from: 0, to: 1 }), open('2')].reduce(
    reducer,
    noDashboards,
  )
  state = reducer(state, actions.cardRemoved({ chapter: 0, index: 0 }))
  expect(Object.keys(unsavedBoards(state))).toEqual(['1', '2'])
  state = reducer(reducer(state, actions.draftClosed()), actions.draftResumed('1'))
  expect(now(state)).toMatchObject({ isDirty: true, draft: { name: '1' } })
  expect(Object.keys(unsavedBoards(state))).toEqual(['1'])
})

it('a dashboard’s draft restores what was kept in the browser, and ignores anything else', () => {
  const { reducer, actions } = dashboardsSlice
  const kept = { draft: blankDashboard, isDirty: true, removedIds: [], version: 3 }
  const restored = { 1: kept, 2: { draft: {} }, 3: null, 4: 'text' }
  expect(unsavedBoards(reducer(noDashboards, actions.draftsRestored(restored)))).toEqual({
    1: kept,
  })
})

it('a dashboard’s draft gives a card made again its new id on the way back and on as well', () => {
  const { reducer, actions } = dashboardsSlice
  const steps = [
    actions.draftOpened({ key: '1', version: 1, draft: { ...blankDashboard, chapters } }),
    actions.cardMoved({ from: { chapter: 0, index: 0 }, to: { chapter: 1, index: 0 } }),
    actions.cardRemoved({ chapter: 0, index: 0 }),
    actions.boardUndone(),
    actions.cardMadeAnew({ from: 2, to: 20 }),
  ]
  const state = steps.reduce(reducer, noDashboards)
  const shown = (one: typeof state) => idsOf(now(one)?.draft.chapters ?? [])
  expect(shown(state)).toEqual([[20], [1, 3]])
  expect(shown(reducer(state, actions.boardUndone()))).toEqual([[1, 20], [3]])
  expect(shown(reducer(state, actions.boardRedone()))).toEqual([[], [1, 3]])
})
