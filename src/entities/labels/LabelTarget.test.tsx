import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { LabelTarget } from './LabelTarget.tsx'

const server = pretendServer()
const code = '0123456789abcdef'
/** The first characters of its SHA-256 in base64url, as the server answers. */
const HASH = 'n59REfeyengf'
const drawn = () => draw(<LabelTarget code={code} />, { namespaces: ['labelReports', 'scan'] })

it('a label that is unknown here offers the page for guests', async () => {
  server.use(
    http.get('*/label-codes/:code', () =>
      HttpResponse.json({ message: 'no', errors: [] }, { status: 404 }),
    ),
  )
  await drawn()
  expect(await screen.findByRole('link')).toHaveAttribute('href', `/r/${code}?guest`)
})

it('a label is opened without a network by the hashes that the device keeps', async () => {
  const asked: string[] = []
  server.use(
    http.get('*/label-codes/hashes', () =>
      HttpResponse.json({ rows: [{ hash: HASH, equipmentId: 77, locationId: null }] }),
    ),
    http.get('*/label-codes/:code', () => HttpResponse.error()),
    http.get('*/equipment/:id', ({ params }) => {
      asked.push(String(params['id']))
      return HttpResponse.error()
    }),
    http.post('*', () => HttpResponse.json({ count: 0, rows: [] })),
  )
  await drawn()
  await expect.poll(() => asked).toContain('77')
})
