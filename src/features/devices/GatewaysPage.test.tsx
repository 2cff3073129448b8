import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '../../../tests/drawing.tsx'
import { GatewaysPage } from './GatewaysPage.tsx'

const server = pretendServer()
const answer = (path: string, body: object) =>
  server.use(http.all(`http://localhost/api/${path}`, () => HttpResponse.json(body)))

it('says of unread reports how many more came than are kept, by reason and key', async () => {
  answer('iot/quarantine/get', {
    count: 1,
    rows: [
      {
        id: 1,
        receivedAt: '2026-11-20T09:00:00.000Z',
        format: 'morse',
        reason: 'unknownFormat',
        about: 'morse',
        apiKey: { id: 4, name: 'Wild' },
        payload: '[]',
        times: 1,
        understood: null,
      },
    ],
    pushedOut: [{ reason: 'unknownFormat', apiKey: { id: 4, name: 'Wild' }, count: 1_110 }],
  })
  await draw(<GatewaysPage />, {
    at: '/iot/gateways?view=quarantine',
    namespaces: ['gateways', 'titles'],
  })
  expect(await screen.findByText(/only the newest are kept/)).toBeVisible()
  expect(screen.getByText(/Unknown format ·/)).toHaveTextContent('Unknown format · Wild: 1,110')
})
