// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost/" }
import '@testing-library/jest-dom/vitest'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { EquipmentPage } from '../src/features/equipment/EquipmentPage.tsx'
import { TicketsPage } from '../src/features/tickets/TicketsPage.tsx'
import { draw } from './drawing.tsx'
import { openWorld, refusing, unreachable, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => {
  cleanup()
  world.network.resetHandlers()
})

const signedIn = () => world.testApp.signIn('administrator')

it('the equipment list shows this company’s rows and none of the other’s', async () => {
  await draw(<EquipmentPage />, {
    at: '/equipment',
    token: await signedIn(),
    namespaces: ['equipment', 'entities'],
  })
  await screen.findByRole('link', { name: /OURS pump 1/ })
  expect(screen.queryByText(/THEIRS/)).not.toBeInTheDocument()
})

it('a ticket opened meanwhile is found by searching for it', async () => {
  const token = await signedIn()
  await draw(<TicketsPage />, { at: '/tickets', token, namespaces: ['tickets', 'entities'] })
  const table = await screen.findByRole('table')
  expect((await within(table).findAllByText(/leak/)).length).toBeGreaterThan(0)
  const opened = await world.testApp.call(token, contract.tickets.openTicket, {
    body: { title: 'Made meanwhile', ticketTypeId: world.fixtures.ticketType ?? 0 },
  })
  expect(opened.status).toBe(200)
  await userEvent.type(screen.getByRole('searchbox'), 'meanwhile')
  await screen.findByText('Made meanwhile')
  await waitFor(() =>
    expect(within(screen.getByRole('table')).queryByText(/leak/)).not.toBeInTheDocument(),
  )
})

it('a failing server is reported with a sentence, and trying again works', async () => {
  world.network.use(refusing(contract.equipment.listEquipment, 500))
  await draw(<EquipmentPage />, {
    at: '/equipment',
    token: await signedIn(),
    namespaces: ['equipment', 'entities'],
  })
  const again = await screen.findByRole('button', { name: /again/i })
  world.network.resetHandlers()
  await userEvent.click(again)
  await screen.findByRole('link', { name: /OURS pump 1/ })
})

it('a missing network is reported with a sentence', async () => {
  world.network.use(unreachable(contract.equipment.listEquipment))
  await draw(<EquipmentPage />, {
    at: '/equipment',
    token: await signedIn(),
    namespaces: ['equipment', 'entities'],
  })
  await screen.findByRole('button', { name: /again/i })
})
