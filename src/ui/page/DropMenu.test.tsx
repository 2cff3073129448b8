import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { DropMenu } from './DropMenu.tsx'
import { menuLink, useMenuLinks } from './menuLinks.tsx'

pretendServer()
const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/ui/page/OpenMenu.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 20))
})

function Account() {
  const handleKey = useMenuLinks()
  const items = [menuLink('/account', 'Your account'), menuLink('/logout', 'Sign out')]
  return (
    <DropMenu menu={{ items, onClick: handleKey }}>
      <button type="button">Account</button>
    </DropMenu>
  )
}

async function opened() {
  const { router } = await draw(<Account />, {
    at: '/',
    also: [{ path: '/logout', element: 'Signed out' }],
  })
  const button = screen.getByRole('button', { name: 'Account' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Your account' })).toHaveFocus())
  return { router, button }
}
const press = (which: number, held: { ctrlKey?: boolean; metaKey?: boolean } = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { which, keyCode: which, ...held })
const [ENTER, DOWN] = [13, 40]

it('a drop-down menu is walked through and pressed by the keyboard', async () => {
  const { router } = await opened()
  press(DOWN)
  await waitFor(() => expect(screen.getByRole('link', { name: 'Sign out' })).toHaveFocus())
  // the key must not press the link or button as well
  expect(press(ENTER)).toBe(false)
  await waitFor(() => expect(router.state.location.pathname).toBe('/logout'))
})

it('a drop-down menu returns the focus to its button when it is closed', async () => {
  const { button } = await opened()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
  await waitFor(() => expect(button).not.toHaveClass('ant-dropdown-open'))
})

it.each(['ctrlKey', 'metaKey'])(
  'a drop-down menu opens a link in a new tab with %s',
  async (key) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { router } = await opened()
    press(ENTER, { [key]: true })
    expect(open).toHaveBeenCalledExactlyOnceWith('/account', '_blank', 'noopener')
    expect(router.state.location.pathname).toBe('/')
    open.mockRestore()
  },
)

it('a button has no other menu than the drop-down menu', () => {
  const others = Object.entries(sources).filter(([, code]) =>
    /import \{[^}]*\bDropdown\b[^}]*\} from 'antd'/.test(code),
  )
  expect(others.map(([file]) => file)).toEqual([])
})
