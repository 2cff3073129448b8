import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export interface AutomationsState {
  /** By the editor's position, for example `procedure/12/new` or `automation/7`. */
  drafts: Record<string, unknown>
}

export const automationsSlice = createSlice({
  name: 'automations',
  initialState: { drafts: {} } satisfies AutomationsState as AutomationsState,
  reducers: {
    draftKept: (state, action: PayloadAction<{ key: string; draft: unknown }>) => {
      state.drafts[action.payload.key] = action.payload.draft
    },
    draftDropped: (state, action: PayloadAction<string>) => {
      delete state.drafts[action.payload]
    },
    draftsRestored: (state, action: PayloadAction<AutomationsState['drafts']>) => {
      state.drafts = action.payload
    },
  },
})

export const { draftKept, draftDropped, draftsRestored } = automationsSlice.actions
