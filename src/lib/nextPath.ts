/**
 * The next address, from the click on. The screen there takes a while to draw; feedback to the
 * click does not wait.
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

/** True after following a link, false after the browser's back or forward. */
export const cameByLink = (): boolean => going?.state.historyAction === 'PUSH'

/** Null without a router. */
export const useNextPath = (): string | null =>
  useSyncExternalStore(subscribe, () => ahead()?.pathname ?? null)

/** How the click changes the current panel. Null once the next screen is rendered. */
export function useNextPanel(): 'opens' | 'leaves' | null {
  const drawn = useLocation()
  return useSyncExternalStore(subscribe, () => panelAhead(drawn, ahead()))
}

/** The open row of a list is always `id` (lib/addressState.ts). */
function panelAhead(drawn: Address, next: Address | null): 'opens' | 'leaves' | null {
  if (next === null || next.pathname !== drawn.pathname) return null
  const [isOpen, willBe] = [drawn, next].map(({ search }) => new URLSearchParams(search).has('id'))
  return isOpen === willBe ? null : willBe === true ? 'opens' : 'leaves'
}
