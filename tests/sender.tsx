import { useSendUnsent } from '../src/app/shell/useSendUnsent.ts'

/** What the shell does for every screen: sends what waits on the device. */
export function Sender() {
  useSendUnsent()
  return null
}
