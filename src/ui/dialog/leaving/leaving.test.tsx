import '@testing-library/jest-dom/vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { Dialog } from '../Dialog.tsx'
import { Sheet } from '#ui/panel/Sheet.tsx'
import { useConfirm } from '../useConfirm.ts'
import { goBackOneEntry } from './leaving.ts'
import { useLeaveGuard } from './useLeaveGuard.ts'

pretendServer()

function Form({ name }: { name: string }) {
  const [typed, setTyped] = useState('')
  useLeaveGuard(typed !== '')
  return (
    <input aria-label={name} value={typed} onChange={(event) => setTyped(event.target.value)} />
  )
}

const page = (
  <>
    <Form name="First" />
    <Form name="Second" />
    <Link to="/elsewhere">Elsewhere</Link>
  </>
)

for (const name of ['First', 'Second']) {
  it(`leaving asks before text typed in the ${name.toLowerCase()} of two forms is lost`, async () => {
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

it('leaving asks nothing if nothing is typed', async () => {
  const { router } = await draw(page)
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'))
})

function Screen() {
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsSheetOpen(true)}>
        Open the sheet
      </button>
      <Sheet open={isSheetOpen} destroyOnHidden onClose={() => setIsSheetOpen(false)}>
        <button type="button" onClick={() => setIsDialogOpen(true)}>
          Open the dialog
        </button>
      </Sheet>
      <Dialog open={isDialogOpen} destroyOnHidden onCancel={() => setIsDialogOpen(false)}>
        <Form name="Inside" />
      </Dialog>
    </>
  )
}

describe('the browser’s Back', () => {
  const begin = async () => {
    const { router } = await draw(
      <>
        <Form name="Beneath" />
        <Screen />
      </>,
      { at: '/screen', also: [{ path: '/before', element: null }] },
    )
    await act(async () => router.navigate('/before'))
    await act(async () => router.navigate('/screen'))
    const back = () => act(async () => router.navigate(-1))
    const where = () => router.state.location.pathname
    return { router, back, where }
  }
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  it('closes what was opened last, one after the other, and then leads away', async () => {
    const { back, where } = await begin()
    await press('Open the sheet')
    await press('Open the dialog')
    await back()
    await waitFor(() => expect(screen.queryByLabelText('Inside')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Open the dialog' })).toBeVisible()
    await back()
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Open the dialog' })).not.toBeInTheDocument(),
    )
    expect(where()).toBe('/screen')
    await back()
    await waitFor(() => expect(where()).toBe('/before'))
  })

  it('asks before text typed in a dialog is lost, and closes that dialog alone', async () => {
    const { back, where } = await begin()
    await press('Open the sheet')
    await press('Open the dialog')
    await userEvent.type(screen.getByLabelText('Inside'), 'A word')
    await back()
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(screen.getByLabelText('Inside')).toHaveValue('A word')
    await back()
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByLabelText('Inside')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Open the dialog' })).toBeInTheDocument()
    expect(where()).toBe('/screen')
  })

  it('is as careful as the cross of the dialog', async () => {
    await begin()
    await press('Open the sheet')
    await press('Open the dialog')
    await userEvent.type(screen.getByLabelText('Inside'), 'A word')
    const dialog = screen.getByLabelText('Inside').closest<HTMLElement>('[role="dialog"]')
    const closeIt = () =>
      userEvent.click(within(dialog ?? document.body).getByRole('button', { name: 'Close' }))
    await closeIt()
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(screen.getByLabelText('Inside')).toHaveValue('A word')
    await closeIt()
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByLabelText('Inside')).not.toBeInTheDocument())
  })

  it('closes a sheet without a question about the text beneath it', async () => {
    const { back, where } = await begin()
    await userEvent.type(screen.getByLabelText('Beneath'), 'A word')
    await press('Open the sheet')
    await back()
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Open the dialog' })).not.toBeInTheDocument(),
    )
    expect(screen.queryByRole('button', { name: 'Stay' })).not.toBeInTheDocument()
    expect(screen.getByLabelText('Beneath')).toHaveValue('A word')
    expect(where()).toBe('/screen')
  })

  it('leaves open what was opened meanwhile if the page goes back by itself', async () => {
    const { router, where } = await begin()
    await press('Open the sheet')
    await act(async () => goBackOneEntry((delta) => router.navigate(delta)))
    await waitFor(() => expect(where()).toBe('/before'))
  })

  it('asks about a dialog that says that closing it loses something', async () => {
    function Pasting() {
      const [isOpen, setIsOpen] = useState(true)
      return (
        <Dialog open={isOpen} isDirty destroyOnHidden onCancel={() => setIsOpen(false)}>
          Pasted
        </Dialog>
      )
    }
    await draw(<Pasting />)
    const cross = () => userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await cross()
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(screen.getByText('Pasted')).toBeVisible()
    await cross()
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByText('Pasted')).not.toBeInTheDocument())
  })

  it('leads away from a dialog that is the screen itself', async () => {
    const { router } = await draw(
      <Dialog open isScreen>
        Alone
      </Dialog>,
      { at: '/screen', also: [{ path: '/before', element: null }] },
    )
    await act(async () => router.navigate('/before'))
    await act(async () => router.navigate('/screen'))
    await act(async () => router.navigate(-1))
    await waitFor(() => expect(router.state.location.pathname).toBe('/before'))
  })

  it('answers a question with no', async () => {
    const answers: boolean[] = []
    function Asking() {
      const confirm = useConfirm()
      const ask = () => confirm({ title: 'Delete all?', okText: 'Delete' })
      return (
        <button type="button" onClick={() => void ask().then((answer) => answers.push(answer))}>
          Ask
        </button>
      )
    }
    const { router } = await draw(<Asking />, {
      at: '/screen',
      also: [{ path: '/before', element: null }],
    })
    await act(async () => router.navigate('/before'))
    await act(async () => router.navigate('/screen'))
    await press('Ask')
    await screen.findByRole('button', { name: 'Delete' })
    await act(async () => router.navigate(-1))
    await waitFor(() => expect(answers).toEqual([false]))
    expect(router.state.location.pathname).toBe('/screen')
  })
})
