// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import type { DrawnRoom } from './drawing/plan.ts'
import { RoomsPanel } from './RoomsPanel.tsx'
import type { Drawing } from './useDrawing.ts'

pretendServer()

const room = (key: string, change: Partial<DrawnRoom>): DrawnRoom => ({
  key,
  id: null,
  code: key,
  name: '',
  kind: 'room',
  category: null,
  corners: [],
  holes: [],
  place: null,
  makesPlace: false,
  ...change,
})

async function drawPanel(rooms: DrawnRoom[]) {
  const act = vi.fn()
  const drawing = { plan: { rooms, parts: [] }, keys: [], act, choose: vi.fn() }
  await draw(
    <RoomsPanel
      drawing={drawing as unknown as Drawing}
      makesPlaces={false}
      onReveal={() => undefined}
    />,
    { namespaces: ['plans', 'map', 'common'] },
  )
  return act
}

it('closed spaces whose plan does not say why become rooms by one press', async () => {
  const act = await drawPanel([
    room('A', { kind: 'closed' }),
    room('B', { kind: 'closed' }),
    room('C', { kind: 'closed', category: 'column' }),
    room('D', {}),
  ])
  expect(screen.getByText('Equipment is never located in 2 closed spaces.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Make these rooms' }))
  expect(act).toHaveBeenCalledWith({
    do: 'changeRooms',
    keys: ['A', 'B'],
    facts: { kind: 'room' },
  })
})

it('rooms with restricted access say so, and nothing is offered if every space says why', async () => {
  await drawPanel([
    room('A', { category: 'nonpublic' }),
    room('C', { kind: 'closed', category: 'column' }),
  ])
  const [restricted] = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(restricted).toHaveTextContent('Restricted access')
  expect(screen.queryByRole('button', { name: /make/i })).toBeNull()
})
