import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import type { Id } from '#contract/ids.ts'
import type { SurveyListening } from '#contract/rtls/siteSurvey.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ListeningCard } from './ListeningCard.tsx'

const server = pretendServer()
const kept: SurveyListening = {
  kind: 'confirmed',
  state: 'kept',
  equipment: { id: 5 as Id<'equipment'>, name: 'Pump 5' },
  floorId: 1 as Id<'floor'>,
  longitude: 15,
  latitude: 50,
  seconds: 30,
  readings: 90,
  gateways: 4,
  pointId: 8 as Id<'surveyPoint'>,
  offBy: 1.5,
  radius: 5.6,
}
const drawn = (listening: SurveyListening) => {
  const onEnd = vi.fn<(keep: boolean) => void>()
  return draw(<ListeningCard listening={listening} onEnd={onEnd} />, {
    namespaces: ['siteSurvey', 'map'],
  }).then(() => onEnd)
}

it('the survey says of a stored point near the map’s guess no more than that', async () => {
  await drawn(kept)
  await screen.findByText('The point is saved')
  expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
})

it('the survey asks whether it was really there if the map had it far away, and removes the point', async () => {
  const removed: string[] = []
  server.use(
    http.delete('*/points/:id', ({ params }) => {
      removed.push(String(params['id']))
      return HttpResponse.json({})
    }),
  )
  const onEnd = await drawn({ ...kept, offBy: 44.26 })
  await screen.findByText(/the map showed it 44 m from here/)
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith(false))
  expect(removed).toEqual(['8'])
})

it('the survey leaves the point if the user says that it is right', async () => {
  const onEnd = await drawn({ ...kept, offBy: 44.26 })
  await userEvent.click(await screen.findByRole('button', { name: 'It was here' }))
  expect(onEnd).toHaveBeenCalledWith(false)
})
