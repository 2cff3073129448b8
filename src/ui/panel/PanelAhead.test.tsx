// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { followRouter } from '#lib/nextPath.ts'
import { DetailPanel } from './DetailPanel.tsx'
import { Page } from '#ui/page/Page.tsx'

pretendServer()

const listeners = new Set<() => void>()
let location = { pathname: '/', search: '' }
let historyAction: 'POP' | 'PUSH' = 'PUSH'
followRouter({
  get state() {
    return { location, historyAction, navigation: {} }
  },
  subscribe: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
})
const lead = (pathname: string, search: string) => {
  location = { pathname, search }
  act(() => listeners.forEach((listener) => listener()))
}
const ahead = () => screen.queryByTestId('skeleton')

it('the sheet of a row is shown from the press on, before it is drawn', async () => {
  location = { pathname: '/equipment', search: '' }
  await draw(
    <Page title="Equipment" panel={null}>
      A list
    </Page>,
    { at: '/equipment', isPhone: true },
  )
  expect(ahead()).not.toBeInTheDocument()
  lead('/equipment', '?id=5')
  expect(ahead()).toBeInTheDocument()
})

it('no sheet is shown over a screen without panels, whose address has an id as well', async () => {
  location = { pathname: '/mapping', search: '' }
  await draw(<Page title="Map">A map</Page>, { at: '/mapping', isPhone: true })
  lead('/mapping', '?id=5')
  expect(ahead()).not.toBeInTheDocument()
})

it('no sheet is shown for another screen’s row, nor for the next row of an open sheet', async () => {
  location = { pathname: '/equipment', search: '?id=5' }
  await draw(
    <Page title="Equipment" panel={null}>
      A list
    </Page>,
    { at: '/equipment?id=5', isPhone: true },
  )
  lead('/equipment', '?id=6')
  expect(ahead()).not.toBeInTheDocument()
  lead('/tickets', '?id=6')
  expect(ahead()).not.toBeInTheDocument()
})

it('the sheet is hidden by the press that closes it', async () => {
  location = { pathname: '/equipment', search: '?id=5' }
  await draw(
    <Page
      title="Equipment"
      panel={
        <DetailPanel title="Pump" onClose={() => undefined}>
          Facts
        </DetailPanel>
      }
    >
      A list
    </Page>,
    { at: '/equipment?id=5', isPhone: true },
  )
  expect(document.querySelector('[data-leaves]')).toBeNull()
  lead('/equipment', '')
  expect(document.querySelector('[data-leaves]')).not.toBeNull()
})

it.each([
  ['PUSH', '/before'],
  ['POP', '/equipment'],
] as const)(
  'the sheet closes by Escape where a %s came from, and no further',
  async (action, next) => {
    historyAction = action
    location = { pathname: '/equipment', search: '' }
    const { router } = await draw(
      <Page title="Equipment" panel={null}>
        A list
      </Page>,
      {
        at: '/before',
        path: '/equipment',
        isPhone: true,
        also: [{ path: '/before', element: 'Before' }],
      },
    )
    await act(() => router.navigate('/equipment'))
    lead('/equipment', '?id=5')
    fireEvent.keyDown(window, { key: 'Escape' })
    await waitFor(() => expect(router.state.location.pathname).toBe(next))
    expect(router.state.location.search).toBe('')
  },
)
