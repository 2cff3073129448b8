import { expect, it } from 'vitest'
import { dashboardsSlice, noDashboard } from './dashboardsSlice.ts'
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
const idsOf = (list: readonly Chapter[]) =>
  list.map((chapter) => chapter.items.map((item) => item.id))

it('gives a new card its width and ignores one without an id', () => {
  expect(insertCard(chapters, { chapter: 1, index: 0 }, { id: 9 })[1]?.items[0]).toMatchObject({
    id: 9,
    width: 6,
  })
  expect(insertCard(chapters, { chapter: 0, index: 0 }, { name: 'No id' })).toEqual(chapters)
})

it('moves a card between chapters and loses none', () => {
  expect(idsOf(moveCard(chapters, { chapter: 0, index: 0 }, { chapter: 1, index: 1 }))).toEqual([
    [2],
    [3, 1],
  ])
  expect(idsOf(moveCard(chapters, { chapter: 0, index: 0 }, { chapter: 7, index: 0 }))).toEqual([
    [1, 2],
    [3],
  ])
})

it('queues what is removed', () => {
  expect(removeCard(chapters, { chapter: 0, index: 1 })).toMatchObject({ removedIds: [2] })
  expect(removeChapter(chapters, 0)).toMatchObject({ removedIds: [1, 2] })
  expect(insertChapter(chapters, 1, 'New Chapter').map((chapter) => chapter.title)).toEqual([
    'One',
    'New Chapter',
    'Two',
  ])
})

it('is dirty after a change and clean after a save', () => {
  const { reducer, actions } = dashboardsSlice
  let state = reducer(
    noDashboard,
    actions.draftOpened({
      draft: { ...blankDashboard, name: 'D', chapters },
      key: '1',
      version: 1,
    }),
  )
  expect(
    reducer(state, actions.cardInserted({ place: { chapter: 0, index: 0 }, card: {} })).isDirty,
  ).toBe(false)
  state = reducer(state, actions.cardRemoved({ chapter: 0, index: 0 }))
  expect(state).toMatchObject({ isDirty: true, removedIds: [1] })
  expect(reducer(state, actions.draftSaved(2))).toMatchObject({ isDirty: false, removedIds: [] })
})

it('goes back and on again, and takes the queue for deletion along', () => {
  const { reducer, actions } = dashboardsSlice
  const start = reducer(
    noDashboard,
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
  const back = reducer(typed, actions.undone())
  expect(back.draft?.name).toBe('D') // typing is one step
  const first = reducer(back, actions.undone())
  expect(first).toMatchObject({ isDirty: false, removedIds: [], draft: { chapters } })
  const on = reducer(reducer(first, actions.redone()), actions.redone())
  expect(on).toMatchObject({ isDirty: true, removedIds: [1], draft: { name: 'D123' } })
  expect(
    reducer(reducer(on, actions.undone()), actions.chapterMoved({ from: 0, to: 1 })).future,
  ).toEqual([])
})
