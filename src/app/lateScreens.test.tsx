/** The shell stays if a screen's file does not load, or if a screen crashes. */
import '@testing-library/jest-dom/vitest'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { Link, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setReleaseHandler } from '#lib/lateFiles.ts'
import { startI18n } from '#lib/i18n/i18n.ts'
import { LateNotice } from './LateNotice.tsx'
import { makeRouter } from './router.tsx'

configure({ asyncUtilTimeout: 10_000 })
const files = vi.hoisted(() => ({ dashboards: 'there' as 'there' | 'gone' }))

vi.mock('./screens.ts', () => ({
  screens: {
    tickets: () =>
      Promise.resolve({
        Component: () => (
          <>
            Tickets, half typed
            <input aria-label="Title" />
            <Link to="/dashboard">Dashboards</Link>
            <Link to="/equipment">Equipment</Link>
          </>
        ),
      }),
    equipment: () =>
      Promise.resolve({
        Component: () => {
          throw new Error('A screen with a fault')
        },
      }),
    dashboards: () =>
      files.dashboards === 'gone'
        ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
        : Promise.resolve({ Component: () => <>Dashboards here</> }),
  },
}))
vi.mock('./shell/Shell.tsx', () => ({
  Shell: () => (
    <>
      The shell <Outlet />
    </>
  ),
  EmbeddedShell: Outlet,
  antdDress: () => Promise.resolve(),
}))
vi.mock('./Root.tsx', () => ({ Root: Outlet }))

let served: () => Promise<Response>
const page = (entry: string) => () =>
  Promise.resolve(
    new Response(`<script type="module" crossorigin src="/assets/${entry}.js"></script>`),
  )
const takeUp = vi.fn()

beforeEach(() => {
  files.dashboards = 'gone'
  sessionStorage.clear()
  takeUp.mockReset()
  setReleaseHandler(takeUp)
  document.head.innerHTML = '<script type="module" src="/assets/index-now.js"></script>'
  vi.stubGlobal('fetch', () => served())
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open() {
  await startI18n('en', ['common', 'shell'])
  window.history.replaceState(null, '', '/tickets')
  const router = makeRouter({ isSignedIn: () => true, isEmbedded: false })
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <RouterProvider router={router} />
        <LateNotice router={router} onLoad={takeUp} />
      </Suspense>,
    )
    await Promise.resolve()
  })
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Leak' } })
  return router
}

it('a late screen leaves the former one and its text, reports a missing network, and opens when it is back', async () => {
  served = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const router = await open()
  fireEvent.click(screen.getByRole('link', { name: 'Dashboards' }))
  expect(
    await screen.findByText('You are offline. The page loads when you are connected again.'),
  ).toBeVisible()
  expect(screen.getByLabelText('Title')).toHaveValue('Leak')
  files.dashboards = 'there'
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
  expect(await screen.findByText(/Dashboards here/)).toBeVisible()
  expect(router.state.location.pathname).toBe('/dashboard')
  expect(screen.queryByRole('status')).toBeNull()
})

it('a late screen is a step of the history from the press on, so Back leads to the screen on show', async () => {
  served = () => Promise.reject(new TypeError('Failed to fetch'))
  const router = await open()
  const before = window.history.length
  fireEvent.click(screen.getByRole('link', { name: 'Dashboards' }))
  await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
  expect(window.history.length).toBe(before + 1)
  expect(screen.getByLabelText('Title')).toHaveValue('Leak')
  act(() => window.history.back())
  await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
  expect(screen.getByLabelText('Title')).toHaveValue('Leak')
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  files.dashboards = 'there'
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
  expect(screen.queryByText(/Dashboards here/)).toBeNull()
})

it('a late screen says that the server does not answer, and tries at once when asked', async () => {
  served = () => Promise.resolve(new Response('', { status: 502 }))
  await open()
  fireEvent.click(screen.getByRole('link', { name: 'Dashboards' }))
  await screen.findByText(/The server cannot be reached/)
  files.dashboards = 'there'
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await screen.findByText(/Dashboards here/)).toBeVisible()
})

it('a late screen loads a new release once by itself, and asks the user the second time', async () => {
  served = page('index-next')
  await open()
  fireEvent.click(screen.getByRole('link', { name: 'Dashboards' }))
  await waitFor(() => expect(takeUp).toHaveBeenCalledTimes(1))
  fireEvent.click(await screen.findByRole('button', { name: 'Load the new version' }))
  expect(takeUp).toHaveBeenCalledTimes(2)
  files.dashboards = 'there'
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
  await screen.findByText(/Dashboards here/)
})

it('a broken screen leaves the shell standing, and says so', async () => {
  served = page('index-now')
  await open()
  fireEvent.click(screen.getByRole('link', { name: 'Equipment' }))
  expect(await screen.findByText('This screen stopped working')).toBeVisible()
  expect(screen.getByText(/The shell/)).toBeVisible()
})
