import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { CompanyFigures } from './CompanyFigures.tsx'

const server = pretendServer()

const usable = { id: 1, name: 'Ready', isUsable: true }
const broken = { id: 2, name: 'Broken', isUsable: false }

function answer(statuses: (typeof usable)[], untilThen = Promise.resolve()) {
  server.use(
    http.get('http://localhost/api/today/company-figures', () =>
      HttpResponse.json({
        figures: [
          { key: 'unusable', weeks: [1, 2], target: 1 },
          { key: 'score', weeks: [90, 91], target: 95 },
          { key: 'onTime', weeks: [90, 91], target: 95 },
        ],
      }),
    ),
    http.get('http://localhost/api/equipment-statuses', async () => {
      await untilThen
      return HttpResponse.json({ count: statuses.length, rows: statuses })
    }),
  )
}
const unusable = () => screen.findByRole('link', { name: /Unusable equipment/ })

it('the company’s figures open the equipment whose status is not usable', async () => {
  answer([usable, broken])
  await draw(<CompanyFigures />, { namespaces: ['today'] })
  expect(await unusable()).toHaveAttribute('href', '/equipment?status=2')
})

it('the company’s figures never open all equipment if no status means unusable', async () => {
  answer([usable])
  await draw(<CompanyFigures />, { namespaces: ['today'] })
  expect(await unusable()).toHaveAttribute('href', '/equipment-status')
})

it('the company’s figures offer none before what it opens is known', async () => {
  let arrive = () => undefined as void
  const figures = new Promise<void>((done) => {
    server.events.on('response:mocked', () => {
      done()
    })
  })
  answer(
    [usable, broken],
    new Promise((done) => {
      arrive = done
    }),
  )
  await draw(<CompanyFigures />, { namespaces: ['today'] })
  await figures
  expect(screen.queryByRole('link')).toBeNull()
  arrive()
  expect(await unusable()).toHaveAttribute('href', '/equipment?status=2')
})

it('the company’s figures open the rows of the last seven days, with both ends', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z'), toFake: ['Date'] })
  answer([usable])
  await draw(<CompanyFigures />, { namespaces: ['today'] })
  expect(await screen.findByRole('link', { name: /Average score/ })).toHaveAttribute(
    'href',
    '/procedure-log?from=2026-11-20&to=2026-11-26',
  )
  expect(screen.getByRole('link', { name: /Checks done in time/ })).toHaveAttribute(
    'href',
    '/rrule/checks?from=2026-11-20&to=2026-11-26',
  )
  vi.useRealTimers()
})
