import '@testing-library/jest-dom/vitest'
import 'fake-indexeddb/auto'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '../../../tests/drawing.tsx'
import type { TicketWork, UnsentTicketWork } from '../unsent/device.ts'
import { RefusedWork } from './RefusedWork.tsx'

pretendServer()
const refused = (work: TicketWork, path: string): UnsentTicketWork => ({
  clientKey: 'k1',
  companyId: 1,
  userId: 1,
  at: '2026-11-20T08:00:00Z',
  title: 'It leaks',
  work,
  files: [],
  refused: 404,
  errors: [{ path, code: 'notThere', message: 'thing' }],
})
const show = (item: UnsentTicketWork) =>
  draw(<RefusedWork item={item} onClose={() => undefined} />, {
    namespaces: ['tickets', 'shell'],
  })

it('says which part of a refused report is gone', async () => {
  const report = {
    kind: 'report',
    title: 'It leaks',
    ticketTypeId: 1,
    equipmentId: 5,
    locationId: null,
    placeName: 'Fridge 5',
  } as const
  await show(refused(report, 'body.equipmentId'))
  await screen.findByText(/The equipment or location is no longer there/)
})

it('lets a refused comment be read and copied, and asks before it is discarded', async () => {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show(refused({ kind: 'comment', ticketId: 7, text: 'The seal is torn' }, ''))
  await screen.findByText('The seal is torn')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(write).toHaveBeenCalledWith('The seal is torn')
  await user.click(screen.getByRole('button', { name: 'Discard mine' }))
  await screen.findByRole('button', { name: 'Discard' })
})
