/** The dashboard being edited: its draft, whether it differs from what is kept, and the cards queued for deletion. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { insertCard, insertChapter, moveCard, moveChapter, removeCard, removeChapter, type Card, type CardPlace, type DashboardDraft } from './draft.ts'

export interface DashboardsState {
  draft: DashboardDraft | null
  isDirty: boolean
  removedIds: number[]
}

export const noDashboard: DashboardsState = { draft: null, isDirty: false, removedIds: [] }

export const dashboardsSlice = createSlice({
  name: 'dashboards',
  initialState: noDashboard,
  reducers: {
    draftOpened: (_state, action: PayloadAction<DashboardDraft>): DashboardsState => ({ draft: action.payload, isDirty: false, removedIds: [] }),
    /** After a successful create or save. */
    draftSaved: (state) => {
      state.isDirty = false
      state.removedIds = []
    },
    draftClosed: () => noDashboard,
    attributesChanged: (state, action: PayloadAction<Partial<Omit<DashboardDraft, 'chapters'>>>) => {
      if (state.draft === null) return
      Object.assign(state.draft, action.payload)
      state.isDirty = true
    },
    chapterInserted: (state, action: PayloadAction<{ index: number; title: string }>) => {
      if (state.draft === null) return
      state.draft.chapters = insertChapter(state.draft.chapters, action.payload.index, action.payload.title)
      state.isDirty = true
    },
    chapterMoved: (state, action: PayloadAction<{ from: number; to: number }>) => {
      if (state.draft === null) return
      state.draft.chapters = moveChapter(state.draft.chapters, action.payload.from, action.payload.to)
      state.isDirty = true
    },
    chapterRemoved: (state, action: PayloadAction<number>) => {
      if (state.draft === null) return
      const { chapters, removedIds } = removeChapter(state.draft.chapters, action.payload)
      state.draft.chapters = chapters
      state.removedIds.push(...removedIds)
      state.isDirty = true
    },
    cardInserted: (state, action: PayloadAction<{ place: CardPlace; card: Partial<Card> }>) => {
      if (state.draft === null || action.payload.card.id === undefined) return
      state.draft.chapters = insertCard(state.draft.chapters, action.payload.place, action.payload.card)
      state.isDirty = true
    },
    cardMoved: (state, action: PayloadAction<{ from: CardPlace; to: CardPlace }>) => {
      if (state.draft === null) return
      state.draft.chapters = moveCard(state.draft.chapters, action.payload.from, action.payload.to)
      state.isDirty = true
    },
    cardRemoved: (state, action: PayloadAction<CardPlace>) => {
      if (state.draft === null) return
      const { chapters, removedIds } = removeCard(state.draft.chapters, action.payload)
      state.draft.chapters = chapters
      state.removedIds.push(...removedIds)
      state.isDirty = true
    },
  },
})
