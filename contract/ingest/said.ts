import type { Unread, Value } from './measurements.ts'

/** What a Bluetooth device said. */
export interface Said {
  identity: string | null
  values: (Value | Unread)[]
  battery: number | null
  /** The measurements are encrypted. */
  isSealed: boolean
}
