/**
 * The script of a label's page, without the application: scales photos, and keeps reports in the
 * page's storage until the server has them. Without it the form is sent as it is, without photos.
 */
import { showKept } from './kept.ts'
import { failedReports, ownReports, queuedReports, type QueuedReport } from './queue.ts'
import { toPhoto } from './photo.ts'

const MAX_PHOTOS = 2
const RETRY_AFTER_MS = 20_000
/** A report that the server could not take for this long is not sent again. */
const LONGEST_MS = 7 * 86_400_000

type Sent = 'sent' | 'offline' | 'busy' | 'gone' | 'refused'

const words = JSON.parse(document.getElementById('words')?.textContent ?? '{}') as Record<
  string,
  string
>
const status = document.getElementById('status')
const form = document.querySelector<HTMLFormElement>('#report')
const code = location.pathname.split('/')[2]?.toLowerCase() ?? ''
const photos: string[] = []

const staff = document.getElementById('staff')
if (staff instanceof HTMLAnchorElement)
  staff.href = `/login?next=${encodeURIComponent(location.pathname)}`

function say(...parts: (string | undefined)[]): void {
  if (status === null) return
  status.textContent = parts.filter((part) => part).join(' ')
  if (status.textContent === '') return
  status.scrollIntoView({ block: 'center' })
  status.focus({ preventScroll: true })
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

async function send({ code: of, body }: QueuedReport): Promise<Sent> {
  const answer = await fetch(`/api/public/label/${of}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  }).catch(() => null)
  if (answer === null || answer.status >= 500) return 'offline'
  if (answer.ok) return 'sent'
  if (answer.status === 429) return 'busy'
  return answer.status === 404 ? 'gone' : 'refused'
}

let isSending = false
/** Reports kept by earlier visits, of any label. */
async function sendQueued(): Promise<void> {
  if (isSending) return
  isSending = true
  for (const report of queuedReports.all()) {
    const sent = await send(report)
    const isShown = report.body.key === shownKey
    if (sent === 'offline') break
    if (sent === 'busy' && Date.now() - report.at < LONGEST_MS) {
      if (isShown) sayOnce(words['later'], words['call'])
      continue
    }
    queuedReports.remove(report)
    if (sent === 'sent') keepOwn(report)
    if (sent === 'sent' && isShown) return showAnswer(report.body.key)
    if (sent === 'sent') continue
    if (isShown) offerAgain(sent)
    else
      failedReports.add({
        ...report,
        body: { ...report.body, photos: [] },
        why: sent === 'busy' ? 'tooLate' : sent,
      })
  }
  isSending = false
  showKept(words, shownKey)
}

/** A repeated message would take the focus from what the reporter does meanwhile. */
function sayOnce(...parts: (string | undefined)[]): void {
  if (status?.textContent !== parts.filter((part) => part).join(' ')) say(...parts)
}

const keepOwn = ({ body, at, what = '' }: QueuedReport): boolean =>
  ownReports.add({ key: body.key, at, what })

/** The form still has the text. */
function offerAgain(sent: 'busy' | 'gone' | 'refused', hasPhotos = false): void {
  for (const button of document.querySelectorAll('button')) button.disabled = false
  shownKey = null
  if (sent === 'busy') say(words['tooMany'], words['call'])
  if (sent === 'gone') say(words['failed'], words['goneHint'])
  if (sent === 'refused') say(hasPhotos ? words['badPhoto'] : words['failed'])
}

let shownKey: string | null = null
const showAnswer = (key: string): void => location.assign(`/reported/${key}`)

async function handleSubmit(target: HTMLFormElement): Promise<void> {
  const given = new FormData(target)
  const textOf = (name: string): string => {
    const value = given.get(name)
    return typeof value === 'string' ? value : ''
  }
  const again = textOf('again')
  const what =
    target.querySelector('strong')?.textContent ??
    target.querySelector(':checked')?.closest('label')?.textContent ??
    ''
  // The same key for a second press: the server takes the report once.
  shownKey ??= newKey()
  const report: QueuedReport = {
    code,
    at: Date.now(),
    what,
    body: {
      key: shownKey,
      problem: textOf('problem'),
      problemText: what,
      ...(again === ''
        ? {
            words: textOf('words'),
            name: textOf('name'),
            phone: textOf('phone'),
            photos: [...photos],
          }
        : { again }),
    },
  }
  for (const button of document.querySelectorAll('button')) button.disabled = true
  say(words['sending'])
  const isKept = queuedReports.add(report)
  const sent = await send(report)
  if (isKept && sent === 'offline') return say(words['noNetwork'])
  if (isKept && sent === 'busy') return say(words['later'], words['call'])
  queuedReports.remove(report)
  if (sent === 'sent') {
    keepOwn(report)
    return showAnswer(report.body.key)
  }
  if (sent !== 'offline') return offerAgain(sent, photos.length > 0 && again === '')
  offerAgain('busy')
  say(words['notKept'], words['call'])
}

for (const each of document.querySelectorAll<HTMLFormElement>('#report, .again'))
  each.addEventListener('submit', (event) => {
    event.preventDefault()
    void handleSubmit(each)
  })

const box = document.getElementById('photos')
const file = box?.querySelector<HTMLInputElement>('input[type=file]')
if (form && box && file) {
  box.hidden = false
  file.addEventListener('change', () => void addPhotos([...(file.files ?? [])], box, file))
}

async function addPhotos(
  chosen: readonly File[],
  within: HTMLElement,
  input: HTMLInputElement,
): Promise<void> {
  say()
  const room = MAX_PHOTOS - photos.length
  if (chosen.length > room) say(words['onlyTwo'])
  for (const one of chosen.slice(0, room)) {
    const photo = await toPhoto(one)
    if (photo === null) say(words['badPhoto'])
    else photos.push(photo)
  }
  input.value = ''
  showPhotos(within, input)
}

function showPhotos(within: HTMLElement, input: HTMLInputElement): void {
  input.disabled = photos.length >= MAX_PHOTOS
  within.querySelector('.pictures')?.replaceChildren(
    ...photos.map((photo, index) => {
      const figure = document.createElement('div')
      const image = document.createElement('img')
      image.src = `data:image/jpeg;base64,${photo}`
      image.alt = ''
      const remove = document.createElement('button')
      remove.type = 'button'
      remove.textContent = words['removePhoto'] ?? ''
      remove.addEventListener('click', () => {
        photos.splice(index, 1)
        showPhotos(within, input)
      })
      figure.append(image, remove)
      return figure
    }),
  )
}

const copy = document.getElementById('copy')
if (copy && 'clipboard' in navigator) {
  copy.hidden = false
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(location.href).then(() => {
      copy.textContent = words['copied'] ?? ''
    })
  })
}

showKept(words, shownKey)
void sendQueued()
window.addEventListener('online', () => void sendQueued())
setInterval(() => void sendQueued(), RETRY_AFTER_MS)
