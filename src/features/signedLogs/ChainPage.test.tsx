import '@testing-library/jest-dom/vitest'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ChainPage } from './ChainPage.tsx'

const server = pretendServer()
const keys = [
  {
    id: '0000000000000001',
    publicKey: 'A'.repeat(43),
    activeFrom: '2026-01-01T08:00:00.000Z',
    retiredAt: '2026-06-01T08:00:00.000Z',
  },
  {
    id: '0000000000000002',
    publicKey: 'B'.repeat(43),
    activeFrom: '2026-06-01T08:00:00.000Z',
    retiredAt: null,
  },
]
const chain = {
  chain: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  links: 450,
  performances: 440,
  firstAt: '2026-01-01T08:00:00.000Z',
  lastAt: '2026-11-20T09:00:00.000Z',
  keys,
  keysUrl: 'http://localhost/api/public/signing-keys/x',
}

let asked: number[] = []
beforeEach(() => {
  asked = []
  server.use(http.get('http://localhost/api/signed-logs/chain', () => HttpResponse.json(chain)))
})
const answers = (faults: object[] = []) =>
  http.post('http://localhost/api/signed-logs/check', async ({ request }) => {
    const { after } = (await request.json()) as { after: number }
    asked.push(after)
    const reached = Math.min(after + 200, 450)
    const isDone = reached === 450
    return HttpResponse.json({ reached, of: 450, isDone, faults: isDone ? faults : [] })
  })
const open = () =>
  draw(<ChainPage />, {
    namespaces: ['signedLogs', 'management', 'procedureLogs'],
    at: '/management/signed-logs',
  })
const check = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Check the whole chain' }))

it('the chain page checks the chain to its end and says that all of it is as it was sealed', async () => {
  server.use(answers())
  await open()
  expect(await screen.findByText('450')).toBeVisible()
  await check()
  expect(
    await screen.findByText('All 450 records are unchanged since they were sealed.'),
  ).toBeVisible()
  expect(asked).toEqual([0, 200, 400])
})

it('the chain page names each place that does not fit, and opens the log there', async () => {
  server.use(
    answers([
      { code: 'changed', sequence: 420, logId: 7 },
      { code: 'hole', sequence: 430, logId: null },
    ]),
  )
  await open()
  await check()
  expect(await screen.findByText(/No. 420: the content differs from what was sealed/)).toBeVisible()
  expect(screen.getByText(/No. 430: a record is missing here/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the log' })).toHaveAttribute(
    'href',
    '/procedure-log/7',
  )
})

it('the chain page says why it stopped, and continues from there', async () => {
  server.use(
    http.post('http://localhost/api/signed-logs/check', () => HttpResponse.error(), {
      once: true,
    }),
    answers(),
  )
  await open()
  await check()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/All 450 records/)).toBeVisible()
})

it.each([
  { answer: 'Cancel', sent: 0 },
  { answer: 'Sign with a new key', sent: 1 },
])('the chain page asks before a new key signs; $answer sends $sent', async ({ answer, sent }) => {
  let rotations = 0
  server.use(
    http.post('http://localhost/api/signed-logs/rotate-key', () => {
      rotations += 1
      return HttpResponse.json(keys[1])
    }),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign with a new key' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/cannot be undone/)).toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('button', { name: answer }))
  await waitFor(() => expect(rotations).toBe(sent))
})
