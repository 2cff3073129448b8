import '@testing-library/jest-dom/vitest'
import { fireEvent, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer, tokenFor } from '#tests/drawing.tsx'
import { PerformMenu } from './PerformMenu.tsx'

const server = pretendServer()
const asked: unknown[] = []
function answers(due: object[], procedures: object[]): void {
  asked.length = 0
  server.use(
    http.post('*/api/occurrences/get', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ count: due.length, rows: due })
    }),
    http.post('*/api/procedures/get', () =>
      HttpResponse.json({ count: procedures.length, rows: procedures }),
    ),
  )
}
const check = { id: 2, name: 'Weekly check', target: 'equipment', equipmentTypeIds: [] }
const round = { id: 3, name: 'Ward round', target: 'location', equipmentTypeIds: [] }
const cleaning = { id: 4, name: 'Cleaning', target: 'either', equipmentTypeIds: [] }

it('the *Perform* menu offers what is due on the equipment first, once, then what else fits, and performs there', async () => {
  answers([{ procedure: check }, { procedure: check }], [cleaning, round, check])
  await draw(<PerformMenu at={{ equipmentId: 5, typeId: 7 }} />, { namespaces: ['procedures'] })
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Perform' }))
  await screen.findByRole('link', { name: 'Cleaning' })
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/procedure/2/perform?equipmentId=5',
    '/procedure/4/perform?equipmentId=5',
  ])
  expect(asked).toEqual([expect.objectContaining({ equipmentId: 5, states: ['due', 'late'] })])
})

it('the *Perform* menu offers only what is for equipment of its type', async () => {
  const forOthers = { id: 8, name: 'Battery check', target: 'equipment', equipmentTypeIds: [9] }
  const forIts = { id: 9, name: 'Pump check', target: 'equipment', equipmentTypeIds: [7, 9] }
  answers([], [forOthers, forIts])
  await draw(<PerformMenu at={{ equipmentId: 5, typeId: 7 }} />, { namespaces: ['procedures'] })
  fireEvent.click(screen.getByRole('button', { name: 'Perform' }))
  expect(await screen.findByRole('link')).toHaveTextContent('Pump check')
})

it('the *Perform* menu offers at a location what is done at locations, and says when there is nothing', async () => {
  answers([], [round, check])
  const { unmount } = await draw(<PerformMenu at={{ locationId: 8 }} />, {
    namespaces: ['procedures'],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Perform' }))
  expect(await screen.findByRole('link')).toHaveAttribute(
    'href',
    '/procedure/3/perform?locationId=8',
  )
  unmount()
  answers([], [check])
  await draw(<PerformMenu at={{ locationId: 9 }} />, { namespaces: ['procedures'] })
  fireEvent.click(screen.getByRole('button', { name: 'Perform' }))
  await screen.findByText('No matching procedure')
})

it('the *Perform* menu is missing for a user who may perform nothing', async () => {
  await draw(<PerformMenu at={{ equipmentId: 5, typeId: 7 }} />, {
    namespaces: ['procedures'],
    token: tokenFor({ permissions: [] }),
  })
  expect(screen.queryByRole('button', { name: 'Perform' })).toBeNull()
})
