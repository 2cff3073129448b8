import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { AssigneePicker } from './AssigneePicker.tsx'

const server = pretendServer()

it('the picker of assignees says who has how much work, and why others cannot be chosen', async () => {
  const asked: unknown[] = []
  server.use(
    http.post('http://localhost/api/tickets/assignees', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({
        count: 3,
        rows: [
          { id: 1, name: 'Eva Free', load: 2, reasons: [] },
          { id: 2, name: 'Jan Away', load: 0, reasons: ['notAvailable'] },
          { id: 3, name: 'Ivo Blind', load: 0, reasons: ['notAvailable', 'mayNotSeeEquipment'] },
        ],
      })
    }),
  )
  const onChange = vi.fn<(value: number | null) => void>()
  await draw(
    <AssigneePicker equipmentId={7} locationId={null} value={null} onChange={onChange} />,
    {
      namespaces: ['tickets', 'entities'],
    },
  )
  await userEvent.click(screen.getByRole('combobox'))
  await screen.findByText('· 2 open tickets')
  expect(asked).toEqual([{ equipmentId: 7, locationId: null, limit: 30 }])
  await userEvent.click(screen.getByText('· may not see the equipment'))
  expect(onChange).not.toHaveBeenCalled()
  await userEvent.click(screen.getByText('· not set as available'))
  expect(onChange).toHaveBeenCalledWith(2)
})
