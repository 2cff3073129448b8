/**
 * Carries input and focus from the sign-in form in the HTML to the application's form at its first
 * paint.
 */
import { loginTyped } from '#entities/session/authSlice.ts'
import type { Store } from './store.ts'

/** After this time without input the focus stays where it is. */
const WATCHED_MS = 10_000

const emailField = () => document.querySelector<HTMLInputElement>('#root input[name=email]')

/** `given`: the address that the form passed on, if the form is gone. */
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
  // Removing the field blurs it too; then `relatedTarget` is null.
  field.addEventListener('blur', ({ relatedTarget }) => (isTyping &&= relatedTarget === null))
  const painted = new MutationObserver(() => {
    const next = emailField()
    // Other sign-in methods render a little after their frame.
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

/** An email field does not expose its caret. */
function goToEnd(field: HTMLInputElement): void {
  const { type, value } = field
  field.type = 'text'
  field.setSelectionRange(value.length, value.length)
  field.type = type
}
