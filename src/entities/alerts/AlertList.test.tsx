import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AlertRow } from '#contract/alerts.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { AlertList } from './AlertList.tsx'

pretendServer()

const about = {
  at: '2026-11-20T09:00:00.000Z',
  level: 'info',
  text: null,
  procedure: null,
  thing: null,
  score: null,
  automation: null,
  by: 'Miriam Levi',
  equipment: { id: 5, name: 'Fridge' },
  ticket: { id: 7, title: 'Door' },
  procedureLogId: null,
  sensor: null,
  zone: null,
  stock: null,
  others: { count: 0, names: [] },
  endedAt: null,
  seenAt: null,
} as const
const rows = [
  { ...about, id: 1, kind: 'statusChanged', text: 'In repair', ticket: null },
  { ...about, id: 2, kind: 'statusChanged', ticket: null },
  { ...about, id: 3, kind: 'ticketOpened' },
  { ...about, id: 4, kind: 'ticketMoved', text: 'Done' },
  { ...about, id: 5, kind: 'ticketGiven' },
  { ...about, id: 6, kind: 'ticketCommented', text: 'On its way.' },
  { ...about, id: 7, kind: 'ticketCommented', by: null, equipment: null, ticket: null },
  {
    ...about,
    id: 8,
    kind: 'stockLow',
    by: null,
    equipment: null,
    ticket: null,
    thing: 'Ward',
    stock: { id: 9, name: 'Gloves' },
    endedAt: '2026-11-20T10:00:00.000Z',
  },
  {
    ...about,
    id: 9,
    kind: 'stockLow',
    text: '1200.5 ml',
    equipment: null,
    ticket: null,
    thing: 'Ward',
    stock: { id: 9, name: 'Saline' },
  },
] as unknown as AlertRow[]

it('the list of alerts says what happened and leads there; for hidden objects, only that it happened', async () => {
  await draw(<AlertList alerts={rows} onFollow={() => undefined} onSee={() => undefined} />, {
    namespaces: ['alerts'],
  })
  await screen.findByText('1,200.5 ml')
  const items = screen.getAllByRole('listitem')
  const sentences = [
    'Fridge is now: In repair',
    'Fridge no longer has a status',
    'New ticket: “Door”',
    'Ticket “Door” is now: Done',
    'The ticket “Door” was assigned to you',
    'On its way.',
    'you may no longer see',
    'Low stock: Gloves at Ward',
    'Low stock: Saline at Ward, 1,200.5 ml left',
  ]
  for (const [index, words] of sentences.entries()) expect(items[index]).toHaveTextContent(words)
  const ways = items.map((item) =>
    within(item)
      .queryAllByRole('link')
      .map((link) => link.getAttribute('href')),
  )
  expect(ways).toEqual([
    ['/equipment/5'],
    ['/equipment/5'],
    ...Array<string[]>(4).fill(['/tickets/7', '/equipment/5']),
    [],
    ['/inventory?id=9'],
    ['/inventory?id=9'],
  ])
})

it('the list of alerts says what a rule or a call is about, under the text of the rule', async () => {
  const ofRule = { ...about, ticket: null, sensor: { id: 3, name: 'Probe', metric: 'temperature' } }
  const high = { kind: 'sensorTooHigh', text: '9.5 °C', endedAt: null }
  const alerts = [
    { ...ofRule, id: 1, kind: 'automation', cause: high },
    { ...ofRule, id: 2, kind: 'automation', text: 'Come at once', cause: high },
    { ...ofRule, id: 3, kind: 'dutyCalled', cause: high },
    { ...ofRule, id: 4, kind: 'automation', sensor: null, cause: { ...high, text: null } },
  ] as unknown as AlertRow[]
  await draw(<AlertList alerts={alerts} onFollow={() => undefined} onSee={() => undefined} />, {
    namespaces: ['alerts', 'sensors'],
  })
  await screen.findAllByText(/reads too high/)
  const items = screen.getAllByRole('listitem')
  expect(items[0]).toHaveTextContent('Probe reads too high: 9.5 °C')
  expect(items[1]).toHaveTextContent(/Come at once.*Probe reads too high: 9\.5 °C/)
  await screen.findByText('You are called: Probe')
  expect(items[2]).toHaveTextContent(/You are called: Probe.*reads too high: 9\.5 °C/)
  expect(items[3]).toHaveTextContent('you may no longer see')
})

it('the list of alerts says what a sensor measured, and whether that is over', async () => {
  const lasting = [
    {
      kind: 'sensorTooHigh',
      text: '9.4 °C',
      sensor: { id: 3, name: 'Cold one', metric: 'temperature' },
    },
    {
      kind: 'sensorTooHigh',
      sensor: { id: 3, name: 'Floor', metric: 'waterLeak' },
      endedAt: '2026-11-20T09:00:00Z',
    },
    { kind: 'gatewaySilent' },
    { kind: 'sensorSilent' },
    { kind: 'sensorTooHigh', sensor: { id: 4, name: 'Cold room', metric: 'contact' } },
    { kind: 'sensorTooLow', sensor: { id: 5, name: 'Pump', metric: 'vibration' } },
  ].map((one, id) => ({ ...about, ticket: null, by: null, id, ...one })) as unknown as AlertRow[]
  await draw(<AlertList alerts={lasting} onFollow={() => undefined} onSee={() => undefined} />, {
    namespaces: ['alerts', 'sensors'],
  })
  const items = screen.getAllByRole('listitem')
  await screen.findByText('Cold one')
  expect(items[0]).toHaveTextContent('Cold one reads too high: 9.4 °C')
  expect(items[0]).toHaveTextContent('Still ongoing.')
  expect(items[0]?.querySelector('a[href^="/iot/sensors?id=3"]')).not.toBeNull()
  expect(items[1]).toHaveTextContent(/Floor reports a leak.*Ended/)
  expect(items[2]).toHaveTextContent('The gateway Fridge and the devices behind it no longer send')
  expect(items[3]).toHaveTextContent('Something happened that you may no longer see.')
  expect(items[4]).toHaveTextContent('Cold room reports: Open')
  expect(items[5]).toHaveTextContent('Pump reports: No vibration')
})

it('the list of alerts names roles that lost an action at an upgrade, and leads to them', async () => {
  const lost = {
    ...about,
    by: null,
    equipment: null,
    ticket: null,
    id: 1,
    kind: 'exportNeedsRight',
    text: 'Auditor, Night shift',
  } as unknown as AlertRow
  await draw(<AlertList alerts={[lost]} onFollow={() => undefined} onSee={() => undefined} />, {
    namespaces: ['alerts'],
  })
  expect(screen.getByText(/no longer .* it: Auditor, Night shift/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Roles' })).toHaveAttribute('href', '/management/roles')
})
