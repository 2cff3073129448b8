import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Dialog } from './Dialog.tsx'
import { useKeepFocus } from './useKeepFocus.ts'

pretendServer()

function Screen() {
  const area = useRef<HTMLElement>(null)
  useKeepFocus(() => area.current, 'nearest')
  const [rows, setRows] = useState(['First', 'Second', 'Third'])
  const [isSaved, setIsSaved] = useState(false)
  const [isThere, setIsThere] = useState(true)
  return (
    <main ref={area}>
      {isThere && (
        <div>
          {rows.map((row) => (
            <button
              key={row}
              type="button"
              data-kin="rows"
              onClick={() => setRows((before) => before.filter((one) => one !== row))}
            >
              {row}
            </button>
          ))}
          <button type="button" data-kin="rows">
            Add
          </button>
          <section aria-label="Area">
            {isSaved ? (
              <p>Saved</p>
            ) : (
              <form>
                <button type="button" onClick={() => setIsSaved(true)}>
                  Save
                </button>
              </form>
            )}
          </section>
          <button type="button" onClick={() => setIsThere(false)}>
            Leave
          </button>
        </div>
      )}
    </main>
  )
}
const press = async (name: string) => {
  screen.getByRole('button', { name }).focus()
  await userEvent.keyboard('{Enter}')
}

it('the focus moves to the next of its kind when a row is deleted, and from the last to the add button', async () => {
  await draw(<Screen />)
  await press('Second')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Third' })).toHaveFocus())
  await press('Third')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add' })).toHaveFocus())
})

it('the focus moves to the surrounding element, at which the Tab key does not stop', async () => {
  await draw(<Screen />)
  await press('Save')
  const around = screen.getByRole('region', { name: 'Area' })
  await waitFor(() => expect(around).toHaveFocus())
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Leave' })).toHaveFocus()
  expect(around).not.toHaveAttribute('tabindex')
})

it('the focus moves there too when the pressed button is disabled', async () => {
  function Saving() {
    const area = useRef<HTMLElement>(null)
    useKeepFocus(() => area.current, 'nearest')
    const [isSaved, setIsSaved] = useState(false)
    return (
      <main ref={area}>
        <section aria-label="Head">
          <button type="button" disabled={isSaved} onClick={() => setIsSaved(true)}>
            Save
          </button>
        </section>
      </main>
    )
  }
  await draw(<Saving />)
  await press('Save')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Head' })).toHaveFocus())
})

it('the focus moves nowhere when the whole screen was left', async () => {
  await draw(<Screen />)
  await press('Leave')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull())
  expect(document.body).toHaveFocus()
})

it('the focus moves nowhere when the user pressed elsewhere meanwhile', async () => {
  await draw(<Screen />)
  const save = screen.getByRole('button', { name: 'Save' })
  save.focus()
  await userEvent.click(screen.getByRole('region', { name: 'Area' }))
  expect(document.body).toHaveFocus()
  save.click()
  await screen.findByText('Saved')
  expect(document.body).toHaveFocus()
})

it('the focus moves there after a question over it is closed, later than the press', async () => {
  await draw(<Screen />)
  const over = document.body.appendChild(document.createElement('div'))
  over.innerHTML = '<button type="button">Meant</button>'
  const save = screen.getByRole('button', { name: 'Save' })
  save.focus()
  screen.getByRole('button', { name: 'Meant' }).focus()
  save.click()
  await screen.findByText('Saved')
  over.remove()
  await waitFor(() => expect(screen.getByRole('region', { name: 'Area' })).toHaveFocus())
})

function Sending() {
  const [isSent, setIsSent] = useState(false)
  return (
    <Dialog open title="Report" footer={null} onCancel={() => undefined}>
      {isSent ? (
        <button type="button">See it</button>
      ) : (
        <button type="button" onClick={() => setIsSent(true)}>
          Send
        </button>
      )}
    </Dialog>
  )
}

it('the focus stays in a dialog whose form was replaced by its result', async () => {
  await draw(<Sending />)
  await press('Send')
  await screen.findByRole('button', { name: 'See it' })
  await waitFor(() =>
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true),
  )
})
