import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { recordChange, historyFrom, redoNext, undoLast, type History } from '#lib/history.ts'
import {
  changeCard,
  insertCard,
  insertChapter,
  moveCard,
  moveChapter,
  removeCard,
  removeChapter,
  renameChapter,
  withCardId,
  type Card,
  type CardPlace,
  type Chapter,
  type DashboardDraft,
} from './draft.ts'

export interface BoardEdit {
  draft: DashboardDraft
  /** The base version. Undefined in drafts of older releases. */
  from?: DashboardDraft
  isDirty: boolean
  /** Ids of cards to delete after saving the dashboard without them. */
  removedIds: number[]
  /** The base dashboard's version. Null for a new one. */
  version: number | null
}

export interface DashboardsState {
  open: string | null
  /** By dashboard id, or 'new'. Includes unsaved dashboards that are not on screen. */
  boards: Partial<Record<string, History<BoardEdit>>>
}

export const noDashboards: DashboardsState = { open: null, boards: {} }

export const openBoard = ({ open, boards }: DashboardsState): History<BoardEdit> | null =>
  (open === null ? undefined : boards[open]) ?? null

/** Unsaved dashboards in their present state, without undo history. */
export const unsavedBoards = createSelector(
  ({ boards }: DashboardsState) => boards,
  (boards) =>
    Object.fromEntries(
      Object.entries(boards).flatMap(([key, board]) =>
        board?.now.isDirty === true ? [[key, board.now]] : [],
      ),
    ),
)

function onOpen(
  state: DashboardsState,
  change: (board: History<BoardEdit>) => History<BoardEdit>,
): DashboardsState {
  const board = openBoard(state)
  return board === null || state.open === null
    ? state
    : { ...state, boards: { ...state.boards, [state.open]: change(board) } }
}

const step = (
  state: DashboardsState,
  change: (draft: DashboardDraft) => { draft: DashboardDraft; removedIds?: readonly number[] },
  group: string | null = null,
): DashboardsState =>
  onOpen(state, (board) => {
    const { draft, removedIds = [] } = change(board.now.draft)
    const next = { ...board.now, draft, isDirty: true }
    if (removedIds.length > 0) next.removedIds = [...next.removedIds, ...removedIds]
    return recordChange(board, next, group)
  })

const chaptersStep = (
  state: DashboardsState,
  change: (chapters: Chapter[]) => Chapter[],
  group: string | null = null,
): DashboardsState =>
  step(state, (draft) => ({ draft: { ...draft, chapters: change(draft.chapters) } }), group)

export const dashboardsSlice = createSlice({
  name: 'dashboards',
  initialState: noDashboards,
  reducers: {
    draftOpened: (
      state,
      {
        payload: { draft, key, version },
      }: PayloadAction<{ draft: DashboardDraft; key: string; version: number | null }>,
    ): DashboardsState => ({
      open: key,
      boards: {
        ...state.boards,
        [key]: historyFrom({ draft, from: draft, version, isDirty: false, removedIds: [] }),
      },
    }),
    draftResumed: (state, { payload: key }: PayloadAction<string>): DashboardsState => ({
      ...state,
      open: key,
    }),
    /** Dispatched after a successful create or save. */
    draftSaved: (state, { payload: version }: PayloadAction<number>): DashboardsState =>
      onOpen(state, ({ now }) =>
        historyFrom({ ...now, from: now.draft, version, isDirty: false, removedIds: [] }),
      ),
    draftClosed: ({ open, boards }): DashboardsState => {
      const { [open ?? '']: _closed, ...others } = boards
      return { open: null, boards: others }
    },
    draftsRestored: (_state, { payload }: PayloadAction<Record<string, unknown>>) => ({
      open: null,
      boards: Object.fromEntries(
        Object.entries(payload).flatMap(([key, kept]) =>
          isBoardEdit(kept) ? [[key, historyFrom(kept)]] : [],
        ),
      ),
    }),
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
      return card.id === undefined
        ? state
        : chaptersStep(state, (chapters) => insertCard(chapters, place, card))
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
    cardRemoved: (state, { payload }: PayloadAction<CardPlace>) =>
      step(state, (draft) => {
        const { chapters, removedIds } = removeCard(draft.chapters, payload)
        return { draft: { ...draft, chapters }, removedIds }
      }),
    /** Replaces the id in the undo history too, because the former id is gone. */
    cardMadeAnew: (
      state,
      { payload: { from, to } }: PayloadAction<{ from: number; to: number }>,
    ): DashboardsState => {
      const mend = (edit: BoardEdit): BoardEdit => ({
        ...edit,
        draft: { ...edit.draft, chapters: withCardId(edit.draft.chapters, from, to) },
      })
      return onOpen(state, (board) => ({
        ...board,
        now: mend(board.now),
        past: board.past.map(mend),
        future: board.future.map(mend),
      }))
    },
    boardUndone: (state) => onOpen(state, undoLast),
    boardRedone: (state) => onOpen(state, redoNext),
  },
})

export const {
  draftOpened,
  draftResumed,
  draftSaved,
  draftClosed,
  draftsRestored,
  attributesChanged,
  chapterInserted,
  chapterRenamed,
  chapterMoved,
  chapterRemoved,
  cardInserted,
  cardChanged,
  cardMoved,
  cardRemoved,
  cardMadeAnew,
  boardUndone,
  boardRedone,
} = dashboardsSlice.actions

function isBoardEdit(value: unknown): value is BoardEdit {
  return (
    typeof value === 'object' &&
    value !== null &&
    'isDirty' in value &&
    'version' in value &&
    'removedIds' in value &&
    Array.isArray(value.removedIds) &&
    'draft' in value &&
    typeof value.draft === 'object' &&
    value.draft !== null &&
    'chapters' in value.draft &&
    Array.isArray(value.draft.chapters)
  )
}
