import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { RuleSentence } from './RuleSentence.tsx'
import { ZonesPage } from './ZonesPage.tsx'

const server = pretendServer()

it('the zones page says on a phone what the dashes of an unvisited room stand for', async () => {
  server.use(
    http.all('http://localhost/api/zones/occupancy/get', () =>
      HttpResponse.json({
        count: 1,
        rows: [
          {
            id: 1,
            name: 'Ward 4',
            floorId: 1,
            floorName: 'Ground',
            buildingName: 'House',
            now: 0,
            visits: 0,
            averageSeconds: null,
            longestSeconds: null,
            seconds: 0,
          },
        ],
      }),
    ),
  )
  await draw(<ZonesPage />, { at: '/zones', namespaces: ['zones'], isPhone: true })
  const said = async (title: string) => (await screen.findByText(title)).parentElement
  expect(await said('Visits')).toHaveTextContent('Visits 0')
  expect(await said('Average completed stay')).toHaveTextContent('Average completed stay —')
})

it.each([
  ['left', 0, 'Alert at once when anything that moves left Ward 4.'],
  ['idle', 0, 'Alert at once when anything that moves is in one room, Ward 4.'],
  ['fewer', 0, 'Alert at once when fewer than 2 of anything that moves are in Ward 4.'],
  ['left', 60, 'Alert when anything that moves left Ward 4 and is away for 1 hr.'],
] as const)('the rule “%s” of %d minutes says when it alerts', async (kind, minutes, sentence) => {
  const { container } = await draw(
    <p>
      <RuleSentence kind={kind} type={null} place="Ward 4" minimum={2} minutes={minutes} />
    </p>,
    { namespaces: ['zones'] },
  )
  expect(container.querySelector('p')).toHaveTextContent(sentence)
})
