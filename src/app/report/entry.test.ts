import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import en from '../../../locales/en/reportPage.json'

const QUEUE = 'plantroom.reports'
const queued = (key: string, at = Date.now()) => ({
  code: 'a'.repeat(16),
  at,
  what: 'Leaks',
  body: { key: key.repeat(32), problem: 'leaking', words: `Text of ${key}`, photos: ['YQ=='] },
})
const page = `<p id="status" role="status" tabindex="-1"></p><section id="own" hidden></section>
  <form id="report"><label><input type="radio" name="problem" value="leaking" checked>Leaks</label>
  <textarea name="words">Under the basin</textarea><button>Send</button></form>
  <div id="photos" hidden><input type="file" multiple><div class="pictures"></div></div>
  <script type="application/json" id="words">${JSON.stringify({ ...en, call: 'Call 777' })}</script>`
const own = () => document.getElementById('own')
const status = () => document.getElementById('status')
const scroll = vi.fn()
let answers: Record<string, number>

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  scroll.mockReset()
  Element.prototype.scrollIntoView = scroll
  history.replaceState(null, '', `/r/${'B'.repeat(16)}`)
  document.documentElement.lang = 'en'
  document.body.innerHTML = page
  answers = {}
  vi.spyOn(globalThis, 'setInterval').mockReturnValue(0 as never)
  vi.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => {
    const { key } = JSON.parse(init?.body as string) as { key: string }
    const known = answers[key.charAt(0)] ?? answers['any']
    return known === undefined
      ? Promise.reject(new TypeError('No network'))
      : Promise.resolve(new Response('{}', { status: known }))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('a kept report that cannot be sent any more stays on the page with its text and the reason', async () => {
  localStorage.setItem(
    QUEUE,
    JSON.stringify([queued('a'), queued('b'), queued('c', Date.now() - 8 * 86_400_000)]),
  )
  answers = { a: 404, b: 400, c: 429 }
  await import('./entry.ts')
  await vi.waitFor(() => expect(own()?.children).toHaveLength(3))
  const [gone, refused, late] = own()?.children ?? []
  expect(gone?.textContent).toContain(`Not sent: Leaks${en.goneHint}Text of a`)
  expect(refused?.textContent).toContain(`${en.refused}Text of b`)
  expect(late?.textContent).toContain(`${en.tooLate}Text of c`)
  expect(localStorage.getItem(QUEUE)).toBeNull()
  expect(localStorage.getItem('plantroom.failedReports')).not.toContain('YQ==')
  gone?.querySelector('button')?.click()
  expect(own()?.children).toHaveLength(2)
})

it('the address of a report that was sent later stays on the phone, at most twenty for 60 days', async () => {
  const old = { key: 'd'.repeat(32), what: 'Old', at: Date.now() - 61 * 86_400_000 }
  const many = Array.from({ length: 25 }, (_, index) => ({
    key: String(index).padStart(32, '0'),
    what: 'Noisy',
    at: Date.now() - 1_000,
  }))
  localStorage.setItem('plantroom.ownReports', JSON.stringify([old, ...many]))
  localStorage.setItem(QUEUE, JSON.stringify([queued('a')]))
  answers = { a: 200 }
  await import('./entry.ts')
  await vi.waitFor(() => expect(own()?.textContent).toContain('Your report: Leaks'))
  const links = [...(own()?.querySelectorAll('a') ?? [])]
  expect(links).toHaveLength(20)
  expect(links[0]?.getAttribute('href')).toBe(`/reported/${'a'.repeat(32)}`)
  expect(own()?.textContent).not.toContain('Old')
})

it('a report at a limit is kept and says that it is sent later, where the reporter sees it', async () => {
  answers = { any: 429 }
  await import('./entry.ts')
  document.querySelector('form')?.requestSubmit()
  await vi.waitFor(() => expect(status()?.textContent).toBe(`${en.later} Call 777`))
  expect(scroll).toHaveBeenCalled()
  expect(document.activeElement).toBe(status())
  const [kept] = JSON.parse(localStorage.getItem(QUEUE) ?? '[]') as { code: string; body: object }[]
  expect(kept).toMatchObject({
    code: 'b'.repeat(16),
    what: 'Leaks',
    body: { problemText: 'Leaks', words: 'Under the basin' },
  })
})

it('a report without a network says so, and the limit once the network is back', async () => {
  await import('./entry.ts')
  document.querySelector('form')?.requestSubmit()
  await vi.waitFor(() => expect(status()?.textContent).toBe(en.noNetwork))
  answers = { any: 429 }
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(status()?.textContent).toBe(`${en.later} Call 777`))
})

it('a third photo is not dropped without a word', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unreadable')))
  await import('./entry.ts')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const photo = new File(['x'], 'photo.jpg')
  Object.defineProperty(input, 'files', { value: [photo, photo, photo] })
  const said: (string | null | undefined)[] = []
  scroll.mockImplementation(() => said.push(status()?.textContent))
  input?.dispatchEvent(new Event('change'))
  await vi.waitFor(() => expect(said).toContain(en.badPhoto))
  expect(said).toContain(en.onlyTwo)
  vi.unstubAllGlobals()
})
