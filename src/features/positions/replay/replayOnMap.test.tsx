import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { pretendMapPages } from '#tests/mapPages.tsx'

const { server, can, drawMap } = pretendMapPages()

it('the list beside a replay shows equipment of that moment, not of now', async () => {
  const at = (minutes: number, floorId: number) => ({
    at: new Date(Date.now() - minutes * 60_000).toISOString(),
    floorId,
    longitude: 14.0005,
    latitude: 50.0005,
  })
  server.use(
    http.post('http://localhost/api/rtls/replay', () =>
      HttpResponse.json({
        isCut: false,
        tracks: [
          { equipment: { id: 21, name: 'Bed then' }, points: [at(50, 1)] },
          { equipment: { id: 22, name: 'Bed gone' }, points: [at(58, 1), at(55, 2)] },
        ],
      }),
    ),
  )
  const moment = Math.round(Date.now() / 1000) - 40 * 60
  const { router } = await drawMap(`/mapping?replay=hour&at=${moment}`)
  const row = await screen.findByRole('link', { name: /Bed then/ })
  expect(screen.queryByRole('link', { name: /Pump 7|Bed gone/ })).toBeNull()
  await userEvent.click(row)
  const address = new URLSearchParams(router.state.location.search)
  expect([address.get('id'), address.get('replay'), address.get('at')]).toEqual([
    '21',
    'hour',
    String(moment),
  ])
})

it('a failed replay shows an error with a retry button, not an empty floor', async () => {
  server.use(
    http.post('http://localhost/api/rtls/replay', () =>
      HttpResponse.json({ message: 'no', errors: [] }, { status: 500 }),
    ),
  )
  await drawMap('/mapping?replay=hour')
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('Nothing was on this floor then')).toBeNull()
})

it('a replay in a browser that cannot draw says so, and still lists the equipment', async () => {
  can.draw = false
  server.use(
    http.post('http://localhost/api/rtls/replay', () =>
      HttpResponse.json({
        isCut: false,
        tracks: [
          {
            equipment: { id: 21, name: 'Bed then' },
            points: [
              {
                at: new Date(Date.now() - 3_000_000).toISOString(),
                floorId: 1,
                longitude: 14.0005,
                latitude: 50.0005,
              },
            ],
          },
        ],
      }),
    ),
  )
  await drawMap('/mapping?replay=hour')
  await screen.findByText(/Map Loading Error/)
  await screen.findByRole('link', { name: /Bed then/ })
})
