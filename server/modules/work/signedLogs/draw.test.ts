import { PDFiumLibrary } from '@hyzyla/pdfium'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { replaceZone } from '#contract/timeZones/pinnedOffsets.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import type { Drawing } from './drawTask.ts'
import { drawSignedLog } from './draw.ts'

const record = {
  kind: 'performance',
  company: 'Acme',
  procedure: { id: 1, name: 'Round', version: 1, type: 'Rounds' },
  equipment: null,
  location: null,
  doneBy: { id: 1, name: 'Ada' },
  startedAt: '2026-11-20T08:00:00Z',
  doneAt: '2026-11-20T08:05:00Z',
  receivedAt: '2026-11-20T08:05:00Z',
  points: 20,
  maximum: 50,
  questions: [{ ...blankQuestion, id: 7, kind: 'date', title: 'Serviced?' }],
  answers: [{ kind: 'date', questionId: 7, date: '2026-11-05' }],
  used: [],
  people: [],
  files: [],
}

interface When {
  timezone: string
  doneAt: string
}
// West of Greenwich, a date treated as a moment would be the day before.
const usual: When = { timezone: 'America/New_York', doneAt: record.doneAt }

function draw(language: Language, title: string, { timezone, doneAt }: When): Promise<Uint8Array> {
  const drawing = {
    bundle: {
      head: { chain: 'c' },
      entries: [
        {
          record: { ...record, doneAt, procedure: { ...record.procedure, name: title } },
          sequence: 1,
          keyId: 'k',
          hash: 'h',
          sealedAt: record.receivedAt,
        },
      ],
    },
    faults: [],
    removedAt: null,
    timezone,
    checkUrl: 'https://plantroom.test/check',
    paper: 'A4',
    language,
    pictures: [],
  } as unknown as Drawing
  return drawSignedLog(drawing)
}

async function readIn(language: Language, title = 'Round', when = usual): Promise<string> {
  const data = await draw(language, title, when)
  const pdf = await getDocument({ data, verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replace(/\s+/g, ' ')
}

it('the PDF of a signed log writes a day as its reader does', async () => {
  expect(await readIn('en')).toContain('5 November 2026')
  expect(await readIn('en')).toMatch(/Time zone America\/New York \(UTC−0[45]:00\)/)
  expect(await readIn('cs')).toContain('5. listopadu 2026')
})

it('the PDF of a signed log writes the wall time of the pinned zone data', async () => {
  const restore = replaceZone('America/New_York', { changes: [], offsets: [-3.5 * 3_600_000] })
  try {
    expect(await readIn('en')).toContain('20 November 2026 at 04:35')
  } finally {
    restore()
  }
  expect(await readIn('en')).toContain('20 November 2026 at 03:05')
})

it.each([
  ['America/Vancouver', '15:05', '2026-12-01'],
  ['America/Edmonton', '14:05', '2026-12-01'],
  ['America/Winnipeg', '13:05', '2026-12-01'],
  ['America/Inuvik', '14:05', '2026-12-01'],
  ['America/Havana', '12:05', '2026-12-01'],
  ['Africa/Casablanca', '08:05', '2026-12-01'],
  ['America/Vancouver', '16:05', '2026-03-07'],
  ['America/Edmonton', '15:05', '2026-03-07'],
  ['America/Winnipeg', '14:05', '2026-03-07'],
  ['America/Inuvik', '15:05', '2026-03-07'],
  ['America/Havana', '13:05', '2028-01-10'],
  ['Africa/Casablanca', '07:05', '2026-07-01'],
])('the PDF of a signed log in %s writes %sZ of %s as 08:05', async (timezone, utc, day) => {
  const doneAt = `${day}T${utc}:00Z`
  const date = new Date(doneAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  expect(await readIn('en', 'Round', { timezone, doneAt })).toContain(`${date} at 08:05`)
})

it('the PDF of a signed log shows 20 of 50 points in this order in every direction', async () => {
  for (const language of ['en', 'he', 'ar'] as const)
    expect(await readIn(language)).toMatch(/(?<!\d)20\/50(?!\d)/)
})

it('the PDF of a signed log draws every letter whatever was drawn before, each read as it is written', async () => {
  // The font composes ض from ص and a dot, so drawing it makes fontkit look up the parts.
  await readIn('en', 'ضضض')
  const read = await readIn('ar')
  expect(read).toContain('1 من 1 صفحة')
  expect(read).toContain('الإصدار')
})

describe('text of the PDF of a signed log, as other programs read it', () => {
  it.each([
    ['ar', ['نوفمبر', 'السلامة', 'الأحد', 'ثلاثاء', 'لله', 'في', 'يتغيّر', 'شدّة']],
    ['he', ['מזרק', 'שׁבת']],
    ['cs', ['Čerpadlo', 'Žďár']],
    ['ru', ['Ёлка', 'Насос']],
  ] as const)('is what was written in %s', async (language, words) => {
    const title = words.join(' ')
    const read = (await readIn(language, title)).replaceAll(' ', '')
    for (const word of words) expect(read).toContain(word)
    const pdfium = await PDFiumLibrary.init()
    const document = await pdfium.loadDocument(await draw(language, title, usual))
    expect(document.getPage(0).getText()).toContain(title)
    document.destroy()
    pdfium.destroy()
  })
})
