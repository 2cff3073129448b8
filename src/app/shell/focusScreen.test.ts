import { afterEach, expect, it } from 'vitest'
import { focusScreen } from './focusScreen.ts'

const shows = (heading: string) => {
  document.body.innerHTML = `<main><h1>${heading}</h1></main>`
}
const focused = () => document.activeElement?.textContent
afterEach(() => {
  window.dispatchEvent(new Event('pointerdown'))
  document.body.innerHTML = ''
})

it('focusScreen() moves the focus to the screen’s heading, also to one that comes late', async () => {
  focusScreen()
  shows('Outline')
  await expect.poll(focused).toBe('Outline')
  shows('Automations')
  await expect.poll(focused).toBe('Automations')
})

it('focusScreen() takes the focus from nothing, and not after the user has acted', async () => {
  shows('Automations')
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  focusScreen()
  document.body.append('more')
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(field)
  window.dispatchEvent(new Event('keydown'))
  shows('Elsewhere')
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(document.body)
})
