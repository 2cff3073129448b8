import { afterEach, expect, it } from 'vitest'
import { focusScreen } from './focusScreen.ts'

const shows = (heading: string) => {
  document.body.innerHTML = `<main><h1>${heading}</h1></main>`
}
const focused = () => document.activeElement?.textContent
afterEach(() => {
  window.dispatchEvent(new Event('pointerdown')) // Stops waiting
  document.body.innerHTML = ''
})

it('gives the keyboard to the heading of the screen, also of one that comes late', async () => {
  focusScreen()
  shows('Outline')
  await expect.poll(focused).toBe('Outline')
  shows('Automations')
  await expect.poll(focused).toBe('Automations')
})

it('takes it from nobody, and not once the person has acted', async () => {
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
