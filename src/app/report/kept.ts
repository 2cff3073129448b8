import {
  failedReports,
  ownReports,
  queuedReports,
  type FailedReport,
  type QueuedReport,
} from './queue.ts'

type Words = Readonly<Record<string, string>>

const whys = { gone: 'goneHint', refused: 'refused', tooLate: 'tooLate' } as const

/** Shows the reports of this device: their answers, and those that wait or were not taken. */
export function showKept(words: Words, shownKey: string | null): void {
  const section = document.getElementById('own')
  if (section === null) return
  const here = location.pathname.split('/').at(-1)
  const cards = [
    ...failedReports.all().map((report) =>
      cardOf(
        [heading(words['notSent'], report), line(words[whys[report.why]]), ...textOf(report)],
        {
          label: words['forget'],
          press: () => failedReports.remove(report),
        },
      ),
    ),
    ...queuedReports
      .all()
      .filter(({ body }) => body.key !== shownKey)
      .map((report) => cardOf([heading(words['waits'], report), ...textOf(report)])),
    ...ownReports
      .all()
      .filter(({ key }) => key !== here)
      .toReversed()
      .map((report) => {
        const link = document.createElement('a')
        link.href = `/reported/${report.key}`
        link.textContent = titleOf(words['yourReport'], report.what)
        return cardOf([link], {
          label: words['forget'],
          press: () => ownReports.remove(report),
        })
      }),
  ]
  section.replaceChildren(...cards)
  section.hidden = cards.length === 0

  function cardOf(parts: HTMLElement[], action?: { label: string | undefined; press(): void }) {
    const card = document.createElement('div')
    card.className = 'card'
    card.append(...parts)
    if (action) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'small'
      button.textContent = action.label ?? ''
      button.addEventListener('click', () => {
        action.press()
        showKept(words, shownKey)
      })
      card.append(button)
    }
    return card
  }
}

const titleOf = (text = '', what = ''): string => (what === '' ? text : `${text}: ${what}`)

function line(text = ''): HTMLElement {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  paragraph.dir = 'auto'
  return paragraph
}

function heading(text: string | undefined, { what }: QueuedReport): HTMLElement {
  const strong = document.createElement('strong')
  strong.textContent = titleOf(text, what)
  return strong
}

const textOf = ({ body }: QueuedReport | FailedReport): HTMLElement[] =>
  typeof body['words'] === 'string' && body['words'] !== '' ? [line(body['words'])] : []
