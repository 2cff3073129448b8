import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '../../tests/drawing.tsx'
import { useLeaveGuard } from './useLeaveGuard.tsx'

pretendServer()

function Form({ name }: { name: string }) {
  const [typed, setTyped] = useState('')
  useLeaveGuard(typed !== '')
  return (
    <input aria-label={name} value={typed} onChange={(event) => setTyped(event.target.value)} />
  )
}

/** As on the account page, which holds several forms. */
const page = (
  <>
    <Form name="First" />
    <Form name="Second" />
    <Link to="/elsewhere">Elsewhere</Link>
  </>
)

for (const name of ['First', 'Second']) {
  it(`asks before what was typed in the ${name.toLowerCase()} of two forms is left`, async () => {
    const { router } = await draw(page)
    const before = router.state.location.pathname
    await userEvent.type(screen.getByLabelText(name), 'A word')
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    const stay = await screen.findByRole('button', { name: 'Stay' })
    expect(router.state.location.pathname).toBe(before)
    await userEvent.click(stay)
    expect(screen.getByLabelText(name)).toHaveValue('A word')
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'))
  })
}

it('asks nothing where nothing is typed', async () => {
  const { router } = await draw(page)
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'))
})
