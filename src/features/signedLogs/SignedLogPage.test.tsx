import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { SignedLogPage } from './SignedLogPage.tsx'

const server = pretendServer()
const at = '2026-11-29T17:35:00.000Z'
const record = {
  kind: 'performance',
  format: 1,
  nonce: 'n',
  company: 'False Creek',
  logId: 7,
  procedure: { id: 1, name: 'Boiler walk', type: 'Inspection', version: 1 },
  equipment: null,
  location: { id: 4, name: 'Annex' },
  doneBy: { id: 1, name: 'Dana Levi' },
  startedAt: at,
  doneAt: at,
  receivedAt: at,
  points: 0,
  maximum: 0,
  score: null,
  questions: [],
  answers: [],
  breakdown: [],
  people: [],
  used: [],
  files: [],
}
const hash = '0'.repeat(64)
const entry = {
  chain: '92c4f794-abae-4181-9c81-4af5fc1fa5f1',
  sequence: 1,
  previousHash: hash,
  recordHash: hash,
  hash,
  keyId: 'k',
  sealedAt: at,
  signature: '',
  record,
}

it('/signed-log/7 shows the times by the server’s offsets to a reader without a session', async () => {
  server.use(
    http.get('http://localhost/api/public/signed-logs/7', () =>
      HttpResponse.json({
        bundle: {
          format: 'plantroom.signed-log/1',
          address: 'http://localhost/signed-log/7',
          logId: 7,
          entries: [entry],
          head: { ...entry, record: undefined },
          keys: [],
        },
        faults: [],
        removedAt: null,
        timezone: 'America/Vancouver',
        zone: { release: '2099a', changes: [0], offsets: [0, -330] },
        checkUrl: 'http://localhost/signed-log/verify',
      }),
    ),
  )
  await draw(<SignedLogPage />, {
    namespaces: ['signedLogs', 'common'],
    at: '/signed-log/7?open=token',
    path: '/signed-log/:procedureLogId',
  })
  expect(await screen.findByText('America/Vancouver (UTC−05:30)')).toBeTruthy()
  expect(screen.getAllByText('29 Nov 2026, 12:05').length).toBeGreaterThan(0)
})
