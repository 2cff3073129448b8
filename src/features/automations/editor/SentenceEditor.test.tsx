import '@testing-library/jest-dom/vitest'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { Automation } from '#contract/automation'
import { freshAction } from '#contract/automation/actions'
import { freshFilter } from '#contract/automation/filters'
import { draw, pretendServer } from '../../../../tests/drawing.tsx'
import { AutomationPanel } from '../AutomationPanel.tsx'
import { draftKept } from '../automationsSlice.ts'
import { SentenceEditor } from './SentenceEditor.tsx'
import { sentenceOf } from './sentenceDraft.ts'
import { draftKeyOf } from './useSentenceDraft.ts'

const server = pretendServer()
const words = ['automations', 'entities', 'schedules', 'alerts', 'journal']
const automation = {
  id: 7,
  name: 'Low score',
  procedure: { id: 3, name: 'Round' },
  event: { kind: 'procedureDone' },
  filters: [{ ...freshFilter('score'), operator: 'lessThan', value: 60 }],
  actions: [freshAction('openTicket')],
  isActive: true,
  needsReview: false,
  missing: [],
  names: [],
  runs: 0,
  lastRunAt: null,
  validFrom: null,
  validTo: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
} as unknown as Automation // as the server answers it, but for what these screens do not show
const changed = { ...sentenceOf(automation), name: 'Lower score', openedAt: automation.updatedAt }

beforeEach(() => {
  const none = () => HttpResponse.json({ count: 0, rows: [] })
  server.use(
    http.get('http://localhost/api/automations/7', () => HttpResponse.json(automation)),
    http.get('*', none),
    http.post('*', none),
  )
})

const opened = () =>
  draw(
    <SentenceEditor
      version="plain"
      title="New"
      initial={sentenceOf(automation)}
      automation={automation}
      draftKey={draftKeyOf(7)}
    />,
    { at: '/edit', namespaces: words, also: [{ path: '/elsewhere', element: <p>Elsewhere</p> }] },
  )

const answer = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('asks before it is left with changes, says that they are kept, and keeps them', async () => {
  const { store, router } = await opened()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Lower score' } })
  act(() => {
    void router.navigate('/elsewhere')
  })
  await screen.findByText(/kept as a draft/)
  await answer('Stay')
  expect(router.state.location.pathname).toBe('/edit')
  act(() => {
    void router.navigate('/elsewhere')
  })
  await answer('Leave')
  await screen.findByText('Elsewhere')
  expect(store.getState()).toMatchObject({
    automations: { drafts: { [draftKeyOf(7)]: { name: 'Lower score' } } },
  })
})

it('takes back what was typed and chosen, does it again, and then has nothing unsaved', async () => {
  const { store, router } = await opened()
  const [name, active] = [screen.getByLabelText('Name'), screen.getByRole('switch')]
  for (const value of ['L', 'Lo', 'Low']) fireEvent.change(name, { target: { value } })
  fireEvent.click(active)
  active.focus()
  fireEvent.keyDown(name, { key: 'z', ctrlKey: true }) // the field's own
  expect(active).not.toBeChecked()
  fireEvent.keyDown(active, { key: 'ז', code: 'KeyZ', ctrlKey: true })
  expect(active).toBeChecked()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(name).toHaveValue('Low score') // as it was saved: typing is one step
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled()
  expect(store.getState().automations.drafts).toEqual({})
  for (const keys of [{ key: 'Z', shiftKey: true }, { key: 'y' }])
    fireEvent.keyDown(document.body, { ...keys, ctrlKey: true })
  expect(name).toHaveValue('Low')
  expect(active).not.toBeChecked()
  for (let step = 0; step < 2; step += 1)
    fireEvent.keyDown(document.body, { key: 'z', metaKey: true })
  await act(() => router.navigate('/elsewhere'))
  await screen.findByText('Elsewhere')
})

it('asks nothing where nothing was changed', async () => {
  const { router } = await opened()
  await act(() => router.navigate('/elsewhere'))
  await screen.findByText('Elsewhere')
})

it('throws away what was written before only after asking', async () => {
  const editor = (
    <SentenceEditor
      version="plain"
      title="New"
      initial={sentenceOf(automation)}
      automation={automation}
      draftKey={draftKeyOf(7)}
    />
  )
  const { store, router } = await draw(<p>Start</p>, {
    at: '/start',
    namespaces: words,
    also: [{ path: '/edit', element: editor }],
  })
  await act(async () => {
    store.dispatch(draftKept({ key: draftKeyOf(7), draft: changed }))
  })
  await act(() => router.navigate('/edit'))
  await userEvent.click(await screen.findByRole('button', { name: 'Start over' }))
  await answer('Cancel')
  expect(store.getState()).toMatchObject({
    automations: { drafts: { [draftKeyOf(7)]: { name: 'Lower score' } } },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
  await answer('Discard')
  await waitFor(() => expect(store.getState()).toMatchObject({ automations: { drafts: {} } }))
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull()
})

it('shows in the panel that there is a draft, leads back to it, and throws it away when asked', async () => {
  const { store } = await draw(
    <AutomationPanel
      automationId={7}
      tab="facts"
      onTab={() => undefined}
      onClose={() => undefined}
    />,
    { namespaces: words },
  )
  await screen.findAllByText('Low score')
  expect(screen.queryByText(/a draft of this automation/)).toBeNull()
  await act(async () => {
    store.dispatch(draftKept({ key: draftKeyOf(7), draft: changed }))
  })
  expect(screen.getByText(/a draft of this automation/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go on with the draft' })).toHaveAttribute(
    'href',
    expect.stringContaining('/edit/7'),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Discard the draft' }))
  await answer('Cancel')
  expect(screen.getByText(/a draft of this automation/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Discard the draft' }))
  await answer('Discard')
  await waitFor(() => expect(screen.queryByText(/a draft of this automation/)).toBeNull())
})
