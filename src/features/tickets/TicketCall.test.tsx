import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import TicketCall from './TicketCall.tsx'

const server = pretendServer()
const drawCall = () => draw(<TicketCall alertId={8} />, { namespaces: ['alerts', 'duties'] })
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'I have it' }))

it('a person who is called says that they have the ticket, on its page', async () => {
  const taken: string[] = []
  server.use(
    http.post('http://localhost/api/alerts/:id/take', ({ params }) => {
      taken.push(String(params['id']))
      return HttpResponse.json({ takenBy: 'Dana' })
    }),
  )
  await drawCall()
  expect(screen.getByText(/ends the calls/)).toBeVisible()
  await press()
  expect(taken).toEqual(['8'])
})

it('the page of a ticket says without a network that the calls go on', async () => {
  server.use(http.post('http://localhost/api/alerts/:id/take', () => HttpResponse.error()))
  await drawCall()
  await press()
  expect(await screen.findByText(/needs a network/, undefined, { timeout: 10_000 })).toBeVisible()
})
