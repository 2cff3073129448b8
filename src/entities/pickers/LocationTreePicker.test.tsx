import '@testing-library/jest-dom/vitest'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { answerLevels, manyRooms } from '#tests/placesOffered.ts'
import { LocationTreePicker } from './LocationTreePicker.tsx'

const server = pretendServer()
const LAST = 10 + 5_999

it('the location picker finds the last of 6,000 locations, and the keyboard takes it', async () => {
  server.use(answerLevels(manyRooms()))
  function Asking() {
    const [value, setValue] = useState<number | null>(null)
    return (
      <>
        <LocationTreePicker value={value} onChange={setValue} />
        <p>Chosen: {value}</p>
      </>
    )
  }
  await draw(<Asking />, { namespaces: ['entities'] })
  const box = screen.getByRole('combobox')
  await userEvent.click(box)
  await userEvent.type(box, 'room 6000')
  await screen.findByText('Room 6000')
  // antd reads `keyCode`, which user-event omits.
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 })
  expect(screen.getByText(`Chosen: ${LAST}`)).toBeInTheDocument()
  await screen.findByTitle('Room 6000')
})

it('the location picker says how many more are found than shown, and where each is', async () => {
  server.use(answerLevels(manyRooms()))
  await draw(<LocationTreePicker value={null} />, { namespaces: ['entities'] })
  const box = screen.getByRole('combobox')
  await userEvent.click(box)
  await userEvent.type(box, 'room')
  await screen.findByText('and 5,970 more')
  expect(screen.getByText('Room 0001').parentElement?.parentElement).toHaveTextContent(
    'Campus / Building',
  )
})

it('the location picker names what is chosen wherever it is, without opening', async () => {
  server.use(answerLevels(manyRooms()))
  await draw(<LocationTreePicker value={LAST} />, { namespaces: ['entities'] })
  await screen.findByTitle('Room 6000')
})

it('the location picker of several takes one more from the levels and keeps the others', async () => {
  server.use(answerLevels(manyRooms()))
  const changes: number[][] = []
  await draw(
    <LocationTreePicker
      multiple
      value={[LAST]}
      onChange={(next: number[]) => changes.push(next)}
    />,
    { namespaces: ['entities'] },
  )
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.click(await screen.findByText('Building'))
  expect(changes).toEqual([[LAST, 2]])
})
