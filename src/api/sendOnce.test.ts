import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { Contract } from '#contract/endpoint.ts'
import { dashboards } from '#contract/dashboards/dashboards.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { tickets } from '#contract/tickets.ts'
import { pretendServer, tokenFor } from '#tests/drawing.tsx'
import { sendOnce } from './sendOnce.ts'
import { contractQuery } from './fromContract.ts'
import { handOverSession } from './http.ts'

const server = pretendServer()

function listen(path: string): { keys: (string | null)[]; answers: boolean } {
  handOverSession({
    readToken: () => tokenFor(),
    storeToken: () => undefined,
    endSession: () => undefined,
  })
  const seen = { keys: [] as (string | null)[], answers: true }
  server.use(
    http.post(`http://localhost${path}`, ({ request }) => {
      seen.keys.push(request.headers.get('idempotency-key'))
      return seen.answers ? HttpResponse.json({ id: 1 }) : HttpResponse.error()
    }),
  )
  return seen
}
const send = (contract: Contract, name: string, body: object, params?: { id: number }) => {
  const endpoint = contract[name]
  if (endpoint === undefined) throw new Error(name)
  // The query reads only the signal.
  const given = { signal: new AbortController().signal } as Parameters<typeof contractQuery>[1]
  return contractQuery({ endpoint, input: { body, ...(params && { params }) } }, given, {})
}

it('sendOnce sends a write whose answer was lost again under the same key, and the next under a new one', async () => {
  const seen = listen('/api/dashboards')
  seen.answers = false
  await send(dashboards, 'createDashboard', { name: 'Rounds' })
  seen.answers = true
  await send(dashboards, 'createDashboard', { name: 'Rounds' })
  await send(dashboards, 'createDashboard', { name: 'Rounds' })
  const [lost, again, next] = seen.keys
  expect(lost).toMatch(/^[\da-f-]{36}$/)
  expect(again).toBe(lost)
  expect(next).toMatch(/^[\da-f-]{36}$/)
  expect(next).not.toBe(lost)
})

it('sendOnce gives a changed write a key of its own', async () => {
  const seen = listen('/api/dashboards')
  seen.answers = false
  await send(dashboards, 'createDashboard', { name: 'Beds' })
  await send(dashboards, 'createDashboard', { name: 'Beds and chairs' })
  expect(new Set(seen.keys).size).toBe(2)
})

it('sendOnce takes the same body for a new write after another write, or after ten minutes', async () => {
  const seen = listen('/api/dashboards')
  server.use(http.delete('http://localhost/api/dashboards/1', () => HttpResponse.json({})))
  seen.answers = false
  await send(dashboards, 'createDashboard', { name: 'Lifts' })
  await send(dashboards, 'deleteDashboard', {}, { id: 1 })
  await send(dashboards, 'createDashboard', { name: 'Lifts' })
  expect(new Set(seen.keys).size).toBe(2)

  const keys: (string | undefined)[] = []
  const lose = (at: number) =>
    sendOnce(
      dashboards.createDashboard,
      { body: { name: 'Doors' } },
      (key) => {
        keys.push(key)
        return Promise.resolve({ error: { status: null, message: '', errors: [] } })
      },
      () => at,
    )
  for (const minutes of [0, 9, 11]) await lose(minutes * 60_000)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

it('sendOnce sets a state each time it is asked, whatever another user has set meanwhile', async () => {
  const seen = listen('/api/equipment/bulk-update-status')
  seen.answers = false
  await send(equipment, 'bulkUpdateStatus', { statusId: 4 })
  expect(seen.keys).toEqual([null])
})

it('sendOnce leaves a write with a key in its body, and a query, without one', async () => {
  const opened = listen('/api/tickets')
  await send(tickets, 'openTicket', { title: 'It leaks', clientKey: 'its own' })
  const asked = listen('/api/tickets/get')
  await send(tickets, 'listTickets', {})
  expect([...opened.keys, ...asked.keys]).toEqual([null, null])
})
