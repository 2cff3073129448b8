import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { DetailPanel } from './DetailPanel.tsx'

pretendServer()

function Ticket() {
  const [isMine, setIsMine] = useState(false)
  return (
    <DetailPanel title="Coffee spilled" onClose={() => undefined}>
      {!isMine && (
        <button type="button" onClick={() => setIsMine(true)}>
          Assign to me
        </button>
      )}
      <button type="button">Done</button>
    </DetailPanel>
  )
}

it('a panel gets the focus when its opener is gone, and the next Tab continues in it', async () => {
  await draw(<Ticket />)
  const verb = await screen.findByRole('button', { name: 'Assign to me' })
  verb.focus()
  await userEvent.keyboard('{Enter}')
  const panel = screen.getByRole('complementary')
  await waitFor(() => expect(panel).toHaveFocus())
  await userEvent.tab()
  expect(panel).toContainElement(screen.getByRole('button', { name: 'Done' }))
  expect(panel.contains(document.activeElement)).toBe(true)
})

it('a panel takes no focus from elsewhere', async () => {
  await draw(
    <>
      <input aria-label="Search" />
      <Ticket />
    </>,
  )
  const verb = await screen.findByRole('button', { name: 'Assign to me' })
  const search = screen.getByLabelText('Search')
  search.focus()
  verb.click()
  await waitFor(() => expect(verb).not.toBeInTheDocument())
  expect(search).toHaveFocus()
})
