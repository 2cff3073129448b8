import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { languages } from '#contract/languages.ts'
import { localeOf } from '#lib/i18n/languages.ts'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { TicketReportPage } from './TicketReportPage.tsx'

const server = pretendServer()
const namespaces = ['reports', 'dashboards', 'charts', 'entities']
const minutes = 74_075
const amount = 1_234_567.89

function answer(): unknown[] {
  const asked: unknown[] = []
  server.use(
    http.get('http://localhost/api/session', () =>
      HttpResponse.json({ message: '', errors: [] }, { status: 404 }),
    ),
    http.post('http://localhost/api/reports/tickets', async ({ request }) => {
      const body = (await request.json()) as {
        measure: 'hours' | 'costs'
        ranges: { from: string; to: string }[]
      }
      asked.push(body)
      const value = body.measure === 'hours' ? minutes : amount
      return HttpResponse.json({
        currency: body.measure === 'hours' ? null : 'CZK',
        ranges: body.ranges.map((range) => ({ ...range, value, tickets: 12, isPartial: false })),
        groups: [
          { id: 3, name: 'Ward 3', values: body.ranges.map(() => ({ value, tickets: 12 })) },
        ],
        remaining: 0,
      })
    }),
  )
  return asked
}
const show = (
  permissions: string[],
  at = '/report/tickets',
  language: (typeof languages)[number] = 'en',
) => draw(<TicketReportPage />, { at, language, namespaces, token: tokenFor({ permissions }) })

/** Reads a number back as the locale writes it. */
function numberIn(text: string, locale: string): number {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234.5)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const digits = Array.from({ length: 10 }, (_digit, digit) =>
    new Intl.NumberFormat(locale).format(digit),
  )
  const plain = [...text.replaceAll(sign('group'), '').replaceAll(sign('decimal'), '.')]
    .map((letter) => (digits.includes(letter) ? digits.indexOf(letter) : letter))
    .join('')
  return Number(/\d+(\.\d+)?/.exec(plain.replaceAll(/\s/g, ''))?.[0])
}

it.each(languages)(
  'the report of tickets writes hours and costs as added up, in %s',
  async (language) => {
    answer()
    const rights = ['viewer|reports', 'viewer|work', 'viewer|costs']
    const { unmount } = await show(rights, '/report/tickets', language)
    const [hours] = await screen.findAllByTestId('report-value')
    expect(numberIn(hours?.textContent ?? '', localeOf(language))).toBe(1_234.58)
    unmount()
    await show(rights, '/report/tickets?measure=costs', language)
    const [costs] = await screen.findAllByTestId('report-value')
    expect(numberIn(costs?.textContent ?? '', localeOf(language))).toBe(amount)
  },
)

it('the report of tickets offers only what the reader may see', async () => {
  const asked = answer()
  await show(['viewer|reports', 'viewer|costs'])
  await screen.findAllByTestId('report-value')
  expect(asked).toMatchObject([{ measure: 'costs' }])
  await userEvent.click(screen.getByRole('combobox', { name: 'What is added up' }))
  expect(screen.queryByTitle('Hours')).toBeNull()
})

it('the report of tickets is closed without the right to hours or costs', async () => {
  await show(['viewer|reports'])
  expect(screen.queryByTestId('report-value')).toBeNull()
})
