/**
 * The dashboard being edited: its draft, whether it differs from what is kept, the cards queued for
 * deletion, and the way back and on again.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import {
  changeCard,
  insertCard,
  insertChapter,
  moveCard,
  moveChapter,
  removeCard,
  removeChapter,
  renameChapter,
  type Card,
  type CardPlace,
  type Chapter,
  type DashboardDraft,
} from './draft.ts'

interface Snapshot {
  draft: DashboardDraft
  isDirty: boolean
  removedIds: number[]
}

export interface DashboardsState {
  draft: DashboardDraft | null
  isDirty: boolean
  /** Deleted once the dashboard is saved without them. */
  removedIds: number[]
  /** Whose draft it is; absent in what an older page stored. */
  of?: { key: string; version: number | null }
  past?: Snapshot[]
  future?: Snapshot[]
  /** Steps of one group (typing in one field) are undone together. */
  group?: string | null
}

export const noDashboard: DashboardsState = {
  draft: null,
  isDirty: false,
  removedIds: [],
  past: [],
  future: [],
  group: null,
}
const DEEPEST = 100

/** One step: what was goes on the way back, and the way on ends here. */
function step(
  state: DashboardsState,
  change: (draft: DashboardDraft) => { draft: DashboardDraft; removedIds?: readonly number[] },
  group: string | null = null,
): void {
  if (state.draft === null) return
  const before: Snapshot = {
    draft: state.draft,
    isDirty: state.isDirty,
    removedIds: state.removedIds,
  }
  const { draft, removedIds = [] } = change(state.draft)
  if (group === null || group !== state.group)
    state.past = [...(state.past ?? []), before].slice(-DEEPEST)
  state.future = []
  state.group = group
  state.draft = draft
  state.isDirty = true
  if (removedIds.length > 0) state.removedIds = [...state.removedIds, ...removedIds]
}

const chaptersStep = (
  state: DashboardsState,
  change: (chapters: Chapter[]) => Chapter[],
  group: string | null = null,
): void =>
  step(state, (draft) => ({ draft: { ...draft, chapters: change(draft.chapters) } }), group)

/** To the last of one list; what is now goes to the end of the other. */
function travel(state: DashboardsState, from: 'past' | 'future', to: 'past' | 'future'): void {
  const target = state[from]?.at(-1)
  if (target === undefined || state.draft === null) return
  const now: Snapshot = { draft: state.draft, isDirty: state.isDirty, removedIds: state.removedIds }
  state[from] = state[from]?.slice(0, -1) ?? []
  state[to] = [...(state[to] ?? []), now]
  state.group = null
  Object.assign(state, target)
}

export const dashboardsSlice = createSlice({
  name: 'dashboards',
  initialState: noDashboard,
  reducers: {
    draftOpened: (
      _state,
      {
        payload: { draft, key, version },
      }: PayloadAction<{ draft: DashboardDraft; key: string; version: number | null }>,
    ): DashboardsState => ({ ...noDashboard, draft, of: { key, version } }),
    /** After a successful create or save. */
    draftSaved: (state, { payload: version }: PayloadAction<number | undefined>) => {
      state.isDirty = false
      state.removedIds = []
      state.past = []
      state.future = []
      if (version !== undefined && state.of !== undefined) state.of.version = version
    },
    draftClosed: () => noDashboard,
    attributesChanged: (
      state,
      { payload }: PayloadAction<Partial<Omit<DashboardDraft, 'chapters'>>>,
    ) => step(state, (draft) => ({ draft: { ...draft, ...payload } }), Object.keys(payload).join()),
    chapterInserted: (
      state,
      { payload: { index, title } }: PayloadAction<{ index: number; title: string }>,
    ) => chaptersStep(state, (chapters) => insertChapter(chapters, index, title)),
    chapterRenamed: (
      state,
      { payload: { index, title } }: PayloadAction<{ index: number; title: string }>,
    ) =>
      chaptersStep(state, (chapters) => renameChapter(chapters, index, title), `chapter ${index}`),
    chapterMoved: (state, { payload: { from, to } }: PayloadAction<{ from: number; to: number }>) =>
      chaptersStep(state, (chapters) => moveChapter(chapters, from, to)),
    chapterRemoved: (state, { payload: index }: PayloadAction<number>) =>
      step(state, (draft) => {
        const { chapters, removedIds } = removeChapter(draft.chapters, index)
        return { draft: { ...draft, chapters }, removedIds }
      }),
    cardInserted: (
      state,
      { payload: { place, card } }: PayloadAction<{ place: CardPlace; card: Partial<Card> }>,
    ) => {
      if (card.id !== undefined)
        chaptersStep(state, (chapters) => insertCard(chapters, place, card))
    },
    cardChanged: (
      state,
      { payload: { id, patch } }: PayloadAction<{ id: number; patch: Partial<Omit<Card, 'id'>> }>,
    ) =>
      chaptersStep(
        state,
        (chapters) => changeCard(chapters, id, patch),
        `card ${id} ${Object.keys(patch).join()}`,
      ),
    cardMoved: (
      state,
      { payload: { from, to } }: PayloadAction<{ from: CardPlace; to: CardPlace }>,
    ) => chaptersStep(state, (chapters) => moveCard(chapters, from, to)),
    cardRemoved: (state, { payload: place }: PayloadAction<CardPlace>) =>
      step(state, (draft) => {
        const { chapters, removedIds } = removeCard(draft.chapters, place)
        return { draft: { ...draft, chapters }, removedIds }
      }),
    undone: (state) => travel(state, 'past', 'future'),
    redone: (state) => travel(state, 'future', 'past'),
  },
})

export const {
  draftOpened,
  draftSaved,
  draftClosed,
  attributesChanged,
  chapterInserted,
  chapterRenamed,
  chapterMoved,
  chapterRemoved,
  cardInserted,
  cardChanged,
  cardMoved,
  cardRemoved,
  undone,
  redone,
} = dashboardsSlice.actions
