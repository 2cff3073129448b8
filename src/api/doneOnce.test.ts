import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { Contract } from '#contract/endpoint'
import { dashboards } from '#contract/dashboards'
import { tickets } from '#contract/tickets'
import { pretendServer, tokenFor } from '../../tests/drawing.tsx'
import { contractQuery } from './fromContract.ts'
import { handOverSession } from './http.ts'

const server = pretendServer()

/** The keys that the server saw, and whether it answers. */
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
const send = (contract: Contract, name: string, body: object) => {
  const endpoint = contract[name]
  if (endpoint === undefined) throw new Error(name)
  // of what the query is given with, it reads the signal alone
  const given = { signal: new AbortController().signal } as Parameters<typeof contractQuery>[1]
  return contractQuery({ endpoint, input: { body } }, given, {})
}

it('sends a write whose answer was lost again under the same key, and the next under a fresh one', async () => {
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

it('gives what was changed in between a key of its own', async () => {
  const seen = listen('/api/dashboards')
  seen.answers = false
  await send(dashboards, 'createDashboard', { name: 'Beds' })
  await send(dashboards, 'createDashboard', { name: 'Beds and chairs' })
  expect(new Set(seen.keys).size).toBe(2)
})

it('leaves a write that has a key in its body, and a question, without one', async () => {
  const opened = listen('/api/tickets')
  await send(tickets, 'openTicket', { title: 'It leaks', clientKey: 'its own' })
  const asked = listen('/api/tickets/get')
  await send(tickets, 'listTickets', {})
  expect([...opened.keys, ...asked.keys]).toEqual([null, null])
})
