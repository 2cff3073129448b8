import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Main } from './Main.tsx'

pretendServer()

function Import() {
  const [isUndone, setIsUndone] = useState(false)
  return (
    <section aria-label="What happened">
      {isUndone ? (
        <p>It was undone</p>
      ) : (
        <button type="button" onClick={() => setIsUndone(true)}>
          Undo
        </button>
      )}
    </section>
  )
}

it('the main region keeps the focus beside the result of what was pressed', async () => {
  await draw(
    <Main>
      <Import />
    </Main>,
  )
  screen.getByRole('button', { name: 'Undo' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('region', { name: 'What happened' })).toHaveFocus())
})
