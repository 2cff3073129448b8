/**
 * Where the page is going: the address that was pressed, from the press on. The screen there is
 * drawn in a while; what shows that the press was heard does not wait for it.
 */
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

interface Address {
  pathname: string
  search: string
}
interface Way {
  location: Address
  historyAction: 'POP' | 'PUSH' | 'REPLACE'
  navigation: { location?: Address | undefined }
}
interface Going {
  state: Way
  subscribe(listener: () => void): () => void
}

let going: Going | null = null
export function followRouter(router: Going): void {
  going = router
}

const subscribe = (listener: () => void) => going?.subscribe(listener) ?? (() => undefined)
const ahead = (): Address | null =>
  going === null ? null : (going.state.navigation.location ?? going.state.location)

/** A link led there, whose way back is one step; not the browser's own back or forward. */
export const wasPressed = (): boolean => going?.state.historyAction === 'PUSH'

/** Null where no router leads anywhere. */
export const useNextPath = (): string | null =>
  useSyncExternalStore(subscribe, () => ahead()?.pathname ?? null)

/** What a press does to the panel of the screen one is at; null once it is drawn. */
export function useNextPanel(): 'opens' | 'leaves' | null {
  const drawn = useLocation()
  return useSyncExternalStore(subscribe, () => panelAhead(drawn, ahead()))
}

/** The open row of a list is `id` in its address everywhere (lib/addressState.ts). */
function panelAhead(drawn: Address, next: Address | null): 'opens' | 'leaves' | null {
  if (next === null || next.pathname !== drawn.pathname) return null
  const [isOpen, willBe] = [drawn, next].map(({ search }) => new URLSearchParams(search).has('id'))
  return isOpen === willBe ? null : willBe === true ? 'opens' : 'leaves'
}
