/** How the schedules are looked at; the rules themselves are the server's. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

export type ScheduleView = 'list' | 'calendar' | 'timeline'
export interface RrulesState { view: ScheduleView }

export const rrulesSlice = createSlice({
  name: 'rrules',
  initialState: { view: 'list' } satisfies RrulesState as RrulesState,
  reducers: {
    viewChosen: (state, action: PayloadAction<ScheduleView>) => {
      state.view = action.payload
    },
  },
})
