/** The toaster's state: one message at a time, each with a new key (spec sections 3 and 4). */
import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'

type ToastLevel = 'info' | 'success' | 'warning' | 'error'

export interface ToasterState {
  key: string
  open: boolean
  level: ToastLevel
  message: string
  title: string | null
  /** Left means the start side: right-to-left languages mirror it. */
  placement: 'bottomLeft' | 'bottomRight' | 'topLeft' | 'topRight'
  /** Seconds. 0 stays until closed. */
  duration: number
  /** The server's request id of the failure. Null if there is nothing to look up. */
  reference: string | null
  /** Offers an undo button; undo.ts holds the function. */
  isUndoable: boolean
}

export type Toast = Pick<ToasterState, 'message'> &
  Partial<Omit<ToasterState, 'open' | 'key' | 'message'>>

export const closedToaster: ToasterState = {
  key: '',
  open: false,
  level: 'info',
  message: '',
  title: null,
  placement: 'bottomLeft',
  duration: 4,
  reference: null,
  isUndoable: false,
}

const SECONDS_TO_COPY = 20

export const toasterSlice = createSlice({
  name: 'toaster',
  initialState: closedToaster,
  reducers: {
    toastAdded: {
      prepare: (toast: Toast) => ({
        payload: {
          ...(toast.reference != null && { duration: SECONDS_TO_COPY }),
          ...toast,
          key: nanoid(),
        },
      }),
      reducer: (_state, action: PayloadAction<Toast & { key: string }>): ToasterState => ({
        ...closedToaster,
        ...action.payload,
        open: true,
      }),
    },
    toastRemoved: (state) => {
      state.open = false
    },
  },
})

export const { toastAdded, toastRemoved } = toasterSlice.actions
