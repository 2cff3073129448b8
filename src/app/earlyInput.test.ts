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

it('what was typed before the application, and until its first paint, is in its form', () => {
  const field = form('admin@')
  const typed = begin(field)
  expect(typed()).toBe('admin@')
  type(field, 'admin@plantroom.demo')
  expect(typed()).toBe('admin@plantroom.demo')
})

it('who types goes on typing in the form that takes its place', async () => {
  const [field, next] = [form(), form('admin@')]
  begin(field)
  type(field, 'admin@')
  root.replaceChildren(next)
  await turn()
  expect(document.activeElement).toBe(next)
})

it('who only began to, in a form whose place is empty for a moment, types in the one that comes', async () => {
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

it('who does not type is not taken there', async () => {
  const [field, next] = [form(), form()]
  begin(field)
  root.replaceChildren(next)
  await turn()
  expect(document.activeElement).toBe(document.body)
})

it('an address that was handed over stands where no form does', () => {
  expect(begin(null, 'admin@plantroom.demo')()).toBe('admin@plantroom.demo')
})
