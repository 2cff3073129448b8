/** Elements that the first page's script adds to the form in the HTML, identical to LoginPage's. */
import type { auth } from '#contract/auth/auth.ts'
import type { Output } from '#contract/endpoint.ts'
import type { FirstWord } from './firstWords.ts'
import styles from './auth.module.css'

export type Say = (word: FirstWord) => string
type DemoPerson = Output<typeof auth.getInstallation>['signIns'][number]

export function createElement<K extends keyof HTMLElementTagNameMap>(
  kind: K,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(kind)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

export const noteLook = `${styles.authNote} ${styles.authNoteBad}`

/** The message above the fields. Null removes it. */
export function showFormMessage(form: HTMLElement, words: string | null): void {
  form.querySelector(':scope > [role=alert]')?.remove()
  if (words === null) return
  form.prepend(createElement('p', { class: noteLook, role: 'alert' }, words))
}

export function showFault(input: HTMLInputElement, words: string | null): void {
  const id = `${input.id}-fault`
  document.getElementById(id)?.remove()
  input.setAttribute('aria-invalid', String(words !== null))
  if (words === null) return input.removeAttribute('aria-describedby')
  input.setAttribute('aria-describedby', id)
  input.parentElement?.after(createElement('p', { id, class: `${styles.fieldFault}` }, words))
}

function createSvg(kind: 'svg' | 'path', attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', kind)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

export function togglePassword(eye: HTMLButtonElement, input: HTMLInputElement, say: Say): void {
  const isShown = input.type === 'password'
  input.type = isShown ? 'text' : 'password'
  eye.setAttribute('aria-pressed', String(isShown))
  eye.setAttribute('aria-label', say(isShown ? 'auth:hidePassword' : 'auth:showPassword'))
  const picture = eye.querySelector('svg')
  if (!isShown) return picture?.querySelector('[data-struck]')?.remove()
  picture?.append(
    createSvg('path', {
      d: 'M3.5 17 16.5 3',
      stroke: 'currentColor',
      'stroke-width': '1.5',
      'data-struck': '',
    }),
  )
}

export function signInButton(words: string, onPress: () => void): HTMLButtonElement {
  const made = createElement(
    'button',
    { type: 'button', class: `${styles.authPlain} ${styles.authWide}` },
    words,
  )
  made.addEventListener('click', onPress)
  return made
}

export function demoPeople(
  people: readonly DemoPerson[],
  say: Say,
  onChoose: (one: DemoPerson) => void,
): HTMLElement {
  const rows = people.map((one) => {
    const press = createElement(
      'button',
      { type: 'button', class: `${styles.demoPerson}` },
      createElement('span', { class: `${styles.demoMark}`, 'aria-hidden': 'true' }, personMark()),
      createElement(
        'span',
        { class: `${styles.demoWords}` },
        createElement('strong', {}, say(`auth:role_${one.role}`)),
        createElement('bdi', { class: 'quiet' }, one.company),
      ),
      createElement('bdi', { class: `${styles.demoEmail} quiet` }, one.email),
    )
    press.addEventListener('click', () => onChoose(one))
    return createElement('li', {}, press)
  })
  return createElement(
    'section',
    { class: `${styles.demo}`, 'aria-labelledby': 'demo-title' },
    createElement('h2', { id: 'demo-title' }, say('auth:demoTitle')),
    createElement('p', { class: 'quiet' }, say('auth:demoHint')),
    createElement('ul', {}, ...rows),
  )
}

function personMark(): SVGElement {
  const picture = createSvg('svg', { viewBox: '0 0 20 20', width: '20', height: '20' })
  for (const d of [
    'M13.2 7a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0Z',
    'M3.8 17a6.2 6.2 0 0 1 12.4 0',
  ])
    picture.append(
      createSvg('path', {
        d,
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': '1.6',
        'stroke-linecap': 'round',
      }),
    )
  return picture
}
