// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { makeStore } from './store.ts'
import { adoptEarlyInput } from './earlyInput.ts'

const form = (value = '') => {
  const input = document.createElement('input')
  Object.assign(input, { name: 'email', type: 'email', value })
  return input
}
let root: HTMLElement
beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  root = document.getElementById('root') as HTMLElement // Set two lines above
})
function begin(field: HTMLInputElement | null, given = '') {
  if (field !== null) root.replaceChildren(field)
  const { store, persistor } = makeStore()
  persistor.pause()
  adoptEarlyInput(store, given)
  return () => store.getState().auth.login.email
}
function type(field: HTMLInputElement, value: string): void {
  field.focus()
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const turn = () => new Promise((resolve) => setTimeout(resolve))

it('text typed before the application’s first paint is in its form', () => {
  const field = form('admin@')
  const typed = begin(field)
  expect(typed()).toBe('admin@')
  type(field, 'admin@plantroom.demo')
  expect(typed()).toBe('admin@plantroom.demo')
})

it('a user who types continues in the form that replaces the early one', async () => {
  const [field, next] = [form(), form('admin@')]
  begin(field)
  type(field, 'admin@')
  root.replaceChildren(next)
  await turn()
  expect(document.activeElement).toBe(next)
})

it('a user who has just begun, in a form that vanishes for a moment, types in the next one', async () => {
  const [field, next] = [form(), form()]
  begin(field)
  field.focus()
  const frame = document.createElement('main')
  root.replaceChildren(frame)
  await turn()
  frame.append(next)
  await turn()
  expect(document.activeElement).toBe(next)
})

it('the focus does not move to the form of a user who does not type', async () => {
  const [field, next] = [form(), form()]
  begin(field)
  root.replaceChildren(next)
  await turn()
  expect(document.activeElement).toBe(document.body)
})

it('an address that was handed over is kept if no form is there', () => {
  expect(begin(null, 'admin@plantroom.demo')()).toBe('admin@plantroom.demo')
})
