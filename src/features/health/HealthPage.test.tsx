import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { HealthAnswer } from '#contract/health.ts'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { HealthPage } from './HealthPage.tsx'

const server = pretendServer()
const namespaces = ['health', 'titles', 'management']

const well: HealthAnswer = {
  version: '1.2.3',
  commit: 'ab12cd34',
  zones: { release: '2026f', runtime: '2025c' },
  startedAt: '2026-11-20T08:00:00.000Z',
  checks: { database: true, migrations: true, queue: true, disk: true },
  database: { kind: 'embedded', milliseconds: 4 },
  disk: { freeBytes: 40e9, totalBytes: 100e9 },
  snapshots: { kept: true, lastAt: null },
  queue: { waiting: 0, oldestAt: null, failed: 0 },
  deliveries: { waiting: 0, oldestAt: null },
  sends: { email: true, sms: true },
  push: null,
  streams: 3,
  broker: null,
  jobs: [
    {
      name: 'schedules',
      everySeconds: 60,
      runs: 5,
      failures: 0,
      failuresInARow: 0,
      lastRunAt: '2026-11-20T09:00:00.000Z',
      lastFailureAt: null,
    },
  ],
}
const answer = (health: HealthAnswer) =>
  server.use(http.get('http://localhost/api/health', () => HttpResponse.json(health)))

it('the health page says that all is well, and what that is based on', async () => {
  answer(well)
  await draw(<HealthPage />, { at: '/management/health', namespaces })
  expect(await screen.findByText('All is well')).toBeVisible()
  expect(screen.getByText('1.2.3 (ab12cd34)')).toBeVisible()
  expect(screen.getByText('Embedded')).toBeVisible()
  expect(screen.getByText('None yet')).toBeVisible()
  const row = within(screen.getByRole('row', { name: /^Schedules/ }))
  expect(row.getByText('1 min', { exact: false })).toBeVisible()
})

it('the health page says what needs attention, and what to do about it', async () => {
  answer({
    ...well,
    checks: { ...well.checks, disk: false, queue: false },
    queue: { waiting: 7, oldestAt: '2026-11-20T08:00:00.000Z', failed: 2 },
    jobs: well.jobs.map((job) => ({ ...job, failures: 9, failuresInARow: 4 })),
  })
  await draw(<HealthPage />, { at: '/management/health', namespaces })
  expect(await screen.findByText('Something needs attention')).toBeVisible()
  for (const trouble of [
    /Free some space/,
    /more than ten minutes/,
    /runs of your automations/,
    /^Failing/,
  ])
    expect(screen.getByText(trouble)).toBeVisible()
})

it('the health page shows the reference for the server’s log when the server fails', async () => {
  server.use(
    http.get('http://localhost/api/health', () =>
      HttpResponse.json(
        { message: 'Internal error.', errors: [], reference: '0123456789abcdef' },
        { status: 500 },
      ),
    ),
  )
  await draw(<HealthPage />, { at: '/management/health', namespaces })
  const reference = await screen.findByRole('button', { name: /0123456789abcdef/ })
  expect(reference).toHaveTextContent('Reference: \u206601234567…\u2069')
})

it('the health page shows nothing to a user who may not read it', async () => {
  await draw(<HealthPage />, {
    at: '/management/health',
    token: tokenFor({ permissions: [] }),
    namespaces,
  })
  expect(await screen.findByText(/do not have access/i)).toBeVisible()
})

it('the health page says since when the broker is there and what came over it, and what to expect when it is away', async () => {
  const broker: NonNullable<HealthAnswer['broker']> = {
    url: 'mqtts://broker.example.org',
    connected: 8,
    connections: 8,
    since: '2026-11-20T08:30:00.000Z',
    trouble: null,
    shares: true,
    problems: [],
    loopback: { at: '2026-11-20T08:59:30.000Z', sent: 16, returned: 16 },
    taken: 1_234,
    refused: 2,
    lastMessageAt: '2026-11-20T08:59:00.000Z',
  }
  answer({ ...well, broker })
  const { unmount } = await draw(<HealthPage />, { at: '/management/health', namespaces })
  expect(await screen.findByText('Connected')).toBeVisible()
  expect(screen.getByText('8 of 8 connections of this server')).toBeVisible()
  expect(screen.getByText('1,234')).toBeVisible()
  expect(screen.getByText('All is well')).toBeVisible()
  unmount()
  answer({ ...well, broker: { ...broker, connected: 0, since: null, trouble: 'ECONNREFUSED' } })
  await draw(<HealthPage />, { at: '/management/health', namespaces })
  expect(await screen.findByText('ECONNREFUSED')).toBeVisible()
  expect(screen.getByText('Something needs attention')).toBeVisible()
  expect(screen.getByText('16 of 16 came back')).toBeVisible()
})

it('the health page reports a broker whose connections stand and whose deliveries are lost', async () => {
  answer({
    ...well,
    broker: {
      url: 'mqtts://broker.example.org',
      connected: 8,
      connections: 8,
      since: '2026-11-20T08:30:00.000Z',
      trouble: null,
      shares: true,
      problems: ['deliveriesLost', 'takenOver'],
      loopback: { at: '2026-11-20T08:59:30.000Z', sent: 16, returned: 9 },
      taken: 0,
      refused: 0,
      lastMessageAt: null,
    },
  })
  await draw(<HealthPage />, { at: '/management/health', namespaces })
  expect(await screen.findByText('9 of 16 came back')).toBeVisible()
  expect(screen.getByText(/another client receives some/)).toBeVisible()
  expect(screen.getByText(/two installations use the same DATA_KEY/)).toBeVisible()
  expect(screen.getByText('Something needs attention')).toBeVisible()
})

it('the health page counts devices whose last message did not arrive', async () => {
  answer({
    ...well,
    push: { devices: 3, failing: 2, waiting: 1, lastSuccessAt: null, hasContact: true },
  })
  await draw(<HealthPage />, { at: '/management/health', namespaces })
  expect(await screen.findByText('Something needs attention')).toBeVisible()
  expect(screen.getByText('3 devices')).toBeVisible()
  expect(screen.getByText(/last message to 2 devices did not arrive/)).toBeVisible()
})

it('the health page names the setting if push services may refuse the contact', async () => {
  answer({
    ...well,
    push: { devices: 1, failing: 0, waiting: 0, lastSuccessAt: null, hasContact: false },
  })
  await draw(<HealthPage />, { at: '/management/health', namespaces })
  expect(await screen.findByText('All is well')).toBeVisible()
  expect(screen.getByText(/Set PUSH_CONTACT/)).toBeVisible()
})
