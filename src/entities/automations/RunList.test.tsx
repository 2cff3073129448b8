import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import type { RunEffect } from '#contract/automation/automation.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { EffectList } from './EffectList.tsx'
import { RunList } from './RunList.tsx'

const server = pretendServer()
const run = (id: number, outcome: 'done' | 'filtered' | 'failed') => ({
  id,
  at: '2026-11-20T08:00:00.000Z',
  outcome,
  automation: { id, name: `Rule ${id}` },
  procedureLogId: 9,
  procedure: 'Ward round',
  thing: 'Room 1',
  verdicts: [],
  effects: [],
  names: [],
  retries: 0,
  canRetry: outcome !== 'done',
})
const answer = () =>
  server.use(
    http.post('http://localhost/api/automation-runs/get', () =>
      HttpResponse.json({
        rows: [run(1, 'filtered'), run(2, 'done'), run(3, 'filtered'), run(4, 'failed')],
        count: 4,
        outcomes: { done: 1, filtered: 2, asleep: 0, failed: 1 },
      }),
    ),
  )

it('the list of runs shows first which rules ran, and folds those that did not apply', async () => {
  answer()
  await draw(<RunList of={{ procedureLogId: 9 }} />, { namespaces: ['automations'] })
  const folded = (await screen.findByText('2 rules did not apply')).closest('details')
  if (folded === null) throw new Error('not folded')
  expect(folded).not.toHaveAttribute('open')
  expect(
    within(folded)
      .getAllByText(/^Rule/)
      .map(({ textContent }) => textContent),
  ).toEqual(['Rule 1', 'Rule 3'])
  expect(screen.getAllByText(/^Rule/).map(({ textContent }) => textContent)).toEqual([
    'Rule 2',
    'Rule 4',
    'Rule 1',
    'Rule 3',
  ])
})

it('the list of effects says why nobody was eligible: no duty, or the reasons of those considered', async () => {
  const effect = {
    kind: 'assignTicket',
    outcome: 'skipped',
    code: 'nobodyEligible',
    ticketIds: [],
    rruleId: null,
    deliveryId: null,
  }
  const details = [
    { source: 'Night', why: 'nobodyOnDuty' },
    { source: 'Night', person: 'Dana', userId: 3, why: 'mayNotHandleTickets:1' },
    { source: 'Free hands', why: 'notAvailable:2,mayNotSeeLocation:1,asleep:1' },
  ]
  const effects = details.map((one) => ({ ...effect, details: one })) as unknown as RunEffect[]
  await draw(<EffectList effects={effects} />, { namespaces: ['automations'] })
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(said[0]).toContain('Night – no one is eligible for the ticket: no one is on duty')
  expect(said[1]).toContain('Dana')
  expect(said[1]).toContain(': may not handle tickets')
  expect(said[2]).toContain(': not set as available (2) and may not see the location')
})

it('the list of runs of one rule keeps the order of time, each that did not apply folded', async () => {
  answer()
  const { container } = await draw(<RunList of={{ automationId: 1 }} />, {
    namespaces: ['automations'],
  })
  await screen.findAllByRole('button', { name: /Retry/ })
  expect(container.querySelectorAll('li details:not([open])')).toHaveLength(2)
})
