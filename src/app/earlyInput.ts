/**
 * The sign-in form that stands in the HTML is typed into until the application's first paint takes
 * its place: what is typed goes on there, and so does who types.
 */
import { loginTyped } from '#entities/session/authSlice.ts'
import type { Store } from './store.ts'

/** Whoever has typed nothing for so long is not taken anywhere. */
const WATCHED_MS = 10_000

const emailField = () => document.querySelector<HTMLInputElement>('#root input[name=email]')

/** `given`: the address as the form handed it over, where it stands no longer. */
export function adoptEarlyInput(store: Store, given: string): void {
  const field = emailField()
  const take = (): void => {
    const email = field?.value ?? given
    if (email !== '' && store.getState().auth.token === null) store.dispatch(loginTyped(email))
  }
  take()
  if (field === null) return
  let isTyping = document.activeElement === field
  const handleTyping = (): void => {
    isTyping = true
    take()
  }
  for (const sign of ['focus', 'input']) field.addEventListener(sign, handleTyping)
  // It also loses the focus when it is taken away; then nothing else has it.
  field.addEventListener('blur', ({ relatedTarget }) => (isTyping &&= relatedTarget === null))
  const painted = new MutationObserver(() => {
    const next = emailField()
    // Another way in comes a little after the frame around it.
    if (field.isConnected || (isTyping && next === null)) return
    painted.disconnect()
    if (isTyping && next !== null && document.activeElement === document.body) {
      next.focus()
      goToEnd(next)
    }
  })
  painted.observe(document.getElementById('root') ?? document.body, {
    childList: true,
    subtree: true,
  })
  setTimeout(() => painted.disconnect(), WATCHED_MS)
}

/** A field for an address lets nobody say where in it one types. */
function goToEnd(field: HTMLInputElement): void {
  const { type, value } = field
  field.type = 'text'
  field.setSelectionRange(value.length, value.length)
  field.type = type
}
