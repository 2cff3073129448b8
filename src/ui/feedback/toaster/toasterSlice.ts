/** What the toaster shows: one message at a time, a fresh key each time (spec sections 3 and 4). */
import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'

type ToastLevel = 'info' | 'success' | 'warning' | 'error'

export interface ToasterState {
  key: string
  open: boolean
  level: ToastLevel
  message: string
  title: string | null
  /** Logical on screen: the start side, so that it mirrors in right-to-left. */
  placement: 'bottomLeft' | 'bottomRight' | 'topLeft' | 'topRight'
  /** Seconds; 0 stays until closed. */
  duration: number
  /** What the server's log calls the request that failed; null: nothing to look up. */
  reference: string | null
  /** It offers to take back what it tells; how, undo.ts knows. */
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

/** A reference is read to somebody on the phone, or copied. */
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
