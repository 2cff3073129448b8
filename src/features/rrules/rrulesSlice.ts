/**
 * Drafts of rules, so that a reload, a detour or a failed save loses nothing. The rules themselves
 * are in the API cache.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ScheduleValues } from './editor/scheduleValues.ts'

export interface StoredDraft {
  values: ScheduleValues
  version?: number
}
export interface RrulesState {
  /** Keyed by rule id, or 'new'. Absent in state stored by an older release. */
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
    draftsRestored: (state, { payload }: PayloadAction<NonNullable<RrulesState['kept']>>) => {
      state.kept = payload
    },
  },
})

export const { draftKept, draftDropped, draftsRestored } = rrulesSlice.actions
