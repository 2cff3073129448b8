import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { answerLevels, manyRooms } from '#tests/placesOffered.ts'
import { api } from '#api/api.ts'
import { openedAtFirst, useLocationTree, type Branch } from './useLocationTree.tsx'

const server = pretendServer()
/** Renders all expanded rows instead of the tree's virtual window. */
function Bare({ currentId }: { currentId: number | null }) {
  const { branches, expanded, onExpand, currentKey } = useLocationTree({ currentId, opensUpTo: 4 })
  const drawn = (branch: Branch) => (
    <li key={branch.key} aria-current={branch.key === currentKey}>
      {branch.title}
      {!branch.isLeaf && (
        <button
          type="button"
          aria-label={`open ${branch.key}`}
          onClick={() => onExpand([...expanded, branch.key])}
        />
      )}
      <ul>{branch.children?.map(drawn)}</ul>
    </li>
  )
  return <ul>{branches.map(drawn)}</ul>
}

const drawTree = (currentId: number | null = null) => draw(<Bare currentId={currentId} />)
const expand = async (key: string) =>
  userEvent.click(await screen.findByRole('button', { name: `open ${key}` }))

it('the location tree opens level by level, says how many of a large one remain and loads them', async () => {
  server.use(answerLevels(manyRooms()))
  await drawTree()
  await expand('2')
  await screen.findByText('and 5,900 more')
  await userEvent.click(screen.getByText('and 5,900 more'))
  await screen.findByText('and 5,800 more')
  await expand('more:2')
  await screen.findByText('and 5,700 more')
  expect(screen.getByText('Room 0300')).toBeInTheDocument()
})

it('the location tree is open to the location of the address, however far down its level it is', async () => {
  server.use(answerLevels(manyRooms()))
  await drawTree(10 + 5_987)
  expect((await screen.findByText('Room 5988')).closest('li')).toHaveAttribute(
    'aria-current',
    'true',
  )
  expect(screen.getByText('and 5,899 more')).toBeInTheDocument()
})

it('the location tree shows at once what another user changed in an open level', async () => {
  const places = manyRooms()
  server.use(answerLevels(places))
  const { store } = await drawTree(2)
  await screen.findByText('Room 0001')
  places[2] = { id: 10, name: 'Room 0001 renamed', parentId: 2 }
  store.dispatch(api.util.invalidateTags([{ type: 'Location', id: 'LIST' }]))
  await screen.findByText('Room 0001 renamed')
})

it('the location tree says that a level cannot be read, and asks again on request', async () => {
  server.use(answerLevels(manyRooms()))
  await drawTree()
  await screen.findByText('Building')
  server.use(
    http.post('http://localhost/api/locations/get-level', () =>
      HttpResponse.json({ message: '', errors: [] }, { status: 500 }),
    ),
  )
  await expand('2')
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.resetHandlers(answerLevels(manyRooms()))
  await userEvent.click(again)
  await screen.findByText('Room 0001')
})

const level = (places: readonly { id: number; inside: number }[]) => ({
  rows: places.map((place) => ({ ...place, name: '', typeName: '', path: [] })) as never,
  count: places.length,
  isFetching: false,
  failure: undefined,
})

it('the location tree opens whole levels at first while they fit, and the few outermost in any case', () => {
  const levels = new Map<number | null, ReturnType<typeof level>>([
    [null, level([{ id: 1, inside: 2 }])],
    [
      1,
      level([
        { id: 2, inside: 3 },
        { id: 3, inside: 0 },
      ]),
    ],
    [2, level([{ id: 4, inside: 40 }])],
  ])
  expect(openedAtFirst(levels, 4, 24)).toEqual([1, 2])
  expect(openedAtFirst(levels, 4, 50)).toEqual([1, 2, 4])
  expect(openedAtFirst(levels, 4, 3)).toEqual([1])
  expect(openedAtFirst(levels, 4, 0)).toEqual([1])
  expect(openedAtFirst(levels, 0, 0)).toEqual([])
  expect(openedAtFirst(new Map(), 4, 24)).toEqual([])
})
