/**
 * Where the page is going: the address that was pressed, from the press on. The screen there is
 * drawn in a while; what shows that the press was heard does not wait for it.
 */
import { useSyncExternalStore } from 'react'

interface Way {
  location: { pathname: string }
  navigation: { location?: { pathname: string } | undefined }
}
interface Going {
  state: Way
  subscribe(listener: () => void): () => void
}

let going: Going | null = null
export function followWay(router: Going): void {
  going = router
}

const subscribe = (listener: () => void) => going?.subscribe(listener) ?? (() => undefined)
const ahead = (): string | null =>
  going === null ? null : (going.state.navigation.location ?? going.state.location).pathname

/** Null where no router leads anywhere. */
export const usePathAhead = (): string | null => useSyncExternalStore(subscribe, ahead)
