import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes, useNavigate } from 'react-router-dom'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Page } from '#ui/page/Page.tsx'
import { Arrived } from './Arrived.tsx'
import { Main } from './Main.tsx'

pretendServer()

function Editor() {
  const navigate = useNavigate()
  return (
    <Page title="New dashboard">
      <button type="button" onClick={() => void navigate('/dashboard/7')}>
        Save
      </button>
      <button type="button" onClick={() => void navigate('?tab=more')}>
        More
      </button>
    </Page>
  )
}

const shell = (
  <>
    <nav>
      <Link to="/tickets">Tickets</Link>
    </nav>
    <Arrived title="Title of the screen" />
    <Main>
      <Routes>
        <Route path="/dashboard/new" element={<Editor />} />
        <Route path="/dashboard/7" element={<Page title="Rounds">Cards</Page>} />
        <Route path="/tickets" element={<Page title="Tickets">Rows</Page>} />
      </Routes>
    </Main>
  </>
)

it('a save moves the focus to the heading of the next screen', async () => {
  await draw(shell, { at: '/dashboard/new', path: '/*' })
  screen.getByRole('button', { name: 'More' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus()
  screen.getByRole('button', { name: 'Save' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Rounds' })).toHaveFocus())
  expect(screen.queryByText('Title of the screen')).toBeNull()
})

it('a save leaves the focus on a link that stays, and says where it led', async () => {
  await draw(shell, { at: '/dashboard/new', path: '/*' })
  const link = screen.getByRole('link', { name: 'Tickets' })
  link.focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Title of the screen')).toHaveAttribute('aria-live', 'polite')
  expect(link).toHaveFocus()
})
