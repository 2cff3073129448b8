/**
 * The rules being edited, each form as it was typed with its list choices: nothing of it is lost by
 * a reload, a detour or a save that failed. The rules themselves are the server's.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ScheduleValues } from './editor/scheduleValues.ts'

export interface StoredDraft {
  values: ScheduleValues
  /** Of the rule it was begun from; absent when new. */
  version?: number
}
export interface RrulesState {
  /** By the rule's id, or 'new'. Absent in what an older page stored. */
  kept?: Partial<Record<string, StoredDraft>>
}

export const rrulesSlice = createSlice({
  name: 'rrules',
  initialState: {} satisfies RrulesState as RrulesState,
  reducers: {
    draftKept: (
      state,
      { payload: { key, draft } }: PayloadAction<{ key: string; draft: StoredDraft }>,
    ) => {
      state.kept = { ...state.kept, [key]: draft }
    },
    draftDropped: (state, { payload: key }: PayloadAction<string>) => {
      const { [key]: _dropped, ...others } = state.kept ?? {}
      state.kept = others
    },
    /** Those that this person left in this browser. */
    draftsRestored: (state, { payload }: PayloadAction<NonNullable<RrulesState['kept']>>) => {
      state.kept = payload
    },
  },
})

export const { draftKept, draftDropped, draftsRestored } = rrulesSlice.actions
