import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Quarantined } from '#contract/devices/unreadReports.ts'
import { draw } from '#tests/drawing.tsx'
import { ParsedReport } from './ParsedReport.tsx'

const report: Quarantined = {
  id: 1,
  receivedAt: '2026-11-20T09:00:00.000Z',
  format: 'morse',
  reason: 'unknownFormat',
  about: 'morse',
  apiKey: null,
  payload: '[]',
  times: 1,
  understood: {
    looksLike: 'minew',
    heard: 2,
    readings: [{ device: 'AC233FA018E3', metric: 'temperature', value: 26.69 }],
    addresses: ['AC233FC001EA'],
    says: ['BTHome'],
    isCut: true,
  },
} as Quarantined
const namespaces = ['gateways', 'management'] as const

it('the preview of an unread report says which format it looks like, what it contains, and how it would be read', async () => {
  await draw(<ParsedReport report={report} />, { at: '/', namespaces: [...namespaces] })
  for (const text of ['Minew gateway', 'AC233FC001EA', 'BTHome', '26.69'])
    expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByText('It could be read if it were sent as minew.')).toBeVisible()
  expect(screen.getByText('Only its beginning was stored and checked.')).toBeVisible()
})

it('the preview of an unread report says so if nothing could be read', async () => {
  await draw(<ParsedReport report={{ ...report, understood: null }} />, {
    at: '/',
    namespaces: [...namespaces],
  })
  expect(await screen.findByText('Nothing could be read.')).toBeVisible()
})
