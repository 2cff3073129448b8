/**
 * The sign-in form that stands in the HTML is typed into until the application's first paint takes
 * its place: what is typed goes on there, and so does who types.
 */
import { loginTyped } from '../entities/session/authSlice.ts'
import type { Store } from './store.ts'

const emailField = () => document.querySelector<HTMLInputElement>('#root input[name=email]')

/** `given`: the address as the form handed it over, where it stands no longer. */
export function followTyping(store: Store, given: string): void {
  const field = emailField()
  const take = (): void => {
    const email = field?.value ?? given
    if (email !== '' && store.getState().auth.token === null) store.dispatch(loginTyped(email))
  }
  take()
  if (field === null) return
  let isTyping = document.activeElement === field
  field.addEventListener('input', () => {
    isTyping = true
    take()
  })
  // It also loses the focus when it is taken away; then nothing else has it.
  field.addEventListener('blur', ({ relatedTarget }) => (isTyping &&= relatedTarget === null))
  const painted = new MutationObserver(() => {
    if (field.isConnected) return
    painted.disconnect()
    const next = emailField()
    if (isTyping && next !== null && document.activeElement === document.body) {
      next.focus()
      next.setSelectionRange(next.value.length, next.value.length)
    }
  })
  painted.observe(document.getElementById('root') ?? document.body, { childList: true })
}
