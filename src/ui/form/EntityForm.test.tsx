import '@testing-library/jest-dom/vitest'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import type { ApiFailure } from '#api/http.ts'
import {
  dropForm,
  interruptForms,
  saveForm,
  loadInterruptedForm,
  setFormOwner,
} from '#lib/interruptedForms.ts'
import { EntityForm } from './EntityForm.tsx'

pretendServer()

interface Values {
  name: string
  place: string
}
const stale: ApiFailure = {
  status: 409,
  message: 'Changed',
  errors: [{ path: 'version', code: 'staleVersion', message: '' }],
}
const taken: ApiFailure = {
  status: 400,
  message: 'No',
  errors: [{ path: 'body.name', code: 'taken', message: 'taken' }],
}

async function show(onSave: (values: Values, version: number | undefined) => Promise<unknown>) {
  const onSaved = vi.fn<() => void>()
  await draw(<PumpForm onSave={onSave} onSaved={onSaved} />)
  return onSaved
}

const PumpForm = ({
  onSave,
  onSaved,
}: {
  onSave(values: Values, version: number | undefined): Promise<unknown>
  onSaved(): void
}) => (
  <EntityForm<Values>
    initial={{ name: 'Pump', place: 'Room 1' }}
    version={1}
    submitLabel="Save"
    onSave={onSave}
    onSaved={onSaved}
    refusals={{ notThatOne: 'Not that one.' }}
    fetchCurrent={() => Promise.resolve({ values: { name: 'Pump', place: 'Room 2' }, version: 2 })}
    describe={(values) => ({
      name: { label: 'Name', value: values.name },
      place: { label: 'Place', value: values.place },
    })}
  >
    <Form.Item name="name" label="Name">
      <Input />
    </Form.Item>
    <Form.Item name="place" label="Place">
      <Input />
    </Form.Item>
  </EntityForm>
)

it('a form shows both versions of a stale save, and saves ours over the newer version', async () => {
  const save = vi
    .fn<(values: Values, version: number | undefined) => Promise<unknown>>()
    .mockRejectedValueOnce(stale)
    .mockResolvedValue(null)
  await show(save)
  const name = await screen.findByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Pump 2')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    'Another user has changed this in the meantime',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  expect(save).toHaveBeenLastCalledWith({ name: 'Pump 2', place: 'Room 2' }, 2, {
    name: 'Pump',
    place: 'Room 2',
  })
})

it('a form marks the field whose value is taken', async () => {
  const there = { path: 'body.name', code: 'alreadyThere', message: 'unique' }
  await show(vi.fn().mockRejectedValue({ ...taken, status: 409, errors: [there] }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Already used by another item')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true')
})

it('a form asks nothing if nothing of ours differs from the stored version', async () => {
  const save = vi.fn<() => Promise<unknown>>().mockRejectedValue(stale)
  const onSaved = await show(save)
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('a form puts a refusal of the server beside its field', async () => {
  await show(() => Promise.reject(taken))
  await userEvent.type(await screen.findByLabelText('Name'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Already used by another item')
  expect(screen.getByLabelText('Name')).toHaveValue('Pump!')
})

it('a form has its own words for a refusal that only its call makes', async () => {
  await show(() =>
    Promise.reject({ ...taken, errors: [{ path: 'body.place', code: 'notThatOne', message: '' }] }),
  )
  await userEvent.type(await screen.findByLabelText('Name'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Not that one.')
})

function LivePump({
  onSave,
}: {
  onSave(values: Values, version: number | undefined): Promise<unknown>
}) {
  const [version, setVersion] = useState(1)
  return (
    <>
      <button type="button" onClick={() => setVersion(version + 1)}>
        Somebody saves
      </button>
      <EntityForm<Values>
        initial={{ name: 'Pump', place: `Room ${version}` }}
        version={version}
        submitLabel="Save"
        onSave={onSave}
      >
        <Form.Item name="name" label="Name">
          <Input />
        </Form.Item>
        <Form.Item name="place" label="Place">
          <Input />
        </Form.Item>
      </EntityForm>
    </>
  )
}

it('a form shows what another user saved while nothing is typed, and keeps what is', async () => {
  const save = vi.fn<(values: Values, version: number | undefined) => Promise<unknown>>()
  save.mockResolvedValue(null)
  await draw(<LivePump onSave={save} />)
  const theirs = () => userEvent.click(screen.getByRole('button', { name: 'Somebody saves' }))
  expect(await screen.findByLabelText('Place')).toHaveValue('Room 1')
  await theirs()
  await waitFor(() => expect(screen.getByLabelText('Place')).toHaveValue('Room 2'))
  await userEvent.type(screen.getByLabelText('Name'), ' 7')
  await theirs()
  expect(screen.getByLabelText('Name')).toHaveValue('Pump 7')
  expect(screen.getByLabelText('Place')).toHaveValue('Room 2')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(save).toHaveBeenCalledWith({ name: 'Pump 7', place: 'Room 2' }, 2, {
    name: 'Pump',
    place: 'Room 2',
  })
})

interface Thing {
  name: string
  place: string
  metadata: Record<string, string | undefined>
}
const theirs: Thing = { name: 'Pump', place: 'Room 2', metadata: { 2: 'IIa' } }

function ThingForm({
  onSave,
}: {
  onSave(values: Thing, version: number | undefined, from: Thing): Promise<unknown>
}) {
  const [now, setNow] = useState({
    version: 1,
    values: { name: 'Pump', place: 'Room 1', metadata: { 1: 'OLD' } } as Thing,
  })
  return (
    <>
      <button type="button" onClick={() => setNow({ version: 2, values: theirs })}>
        Somebody saves
      </button>
      <EntityForm<Thing>
        initial={now.values}
        version={now.version}
        submitLabel="Save"
        onSave={onSave}
        fetchCurrent={() => Promise.resolve({ values: theirs, version: 2 })}
        describe={({ name, place, metadata }) => ({
          name: { label: 'Name', value: name },
          place: { label: 'Place', value: place },
          metadata: {
            parts: {
              1: { label: 'Firmware', value: metadata['1'] },
              2: { label: 'Class', value: metadata['2'] },
            },
          },
        })}
      >
        {(['name', 'place'] as const).map((name) => (
          <Form.Item key={name} name={name} label={name}>
            <Input />
          </Form.Item>
        ))}
        {['1', '2'].map((id) => (
          <Form.Item key={id} name={['metadata', id]} label={`part ${id}`}>
            <Input />
          </Form.Item>
        ))}
      </EntityForm>
    </>
  )
}
type SaveThing = (values: Thing, version: number | undefined, from: Thing) => Promise<unknown>
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('a form has nothing of a part that another user removed while nothing was typed', async () => {
  const save = vi.fn<SaveThing>().mockResolvedValue(null)
  await draw(<ThingForm onSave={save} />)
  expect(await screen.findByLabelText('part 1')).toHaveValue('OLD')
  await press('Somebody saves')
  await waitFor(() => expect(screen.getByLabelText('part 2')).toHaveValue('IIa'))
  expect(screen.getByLabelText('part 1')).toHaveValue('')
  await userEvent.type(screen.getByLabelText('name'), ' 7')
  await press('Save')
  expect(save.mock.lastCall?.[0].metadata).toEqual({ 1: undefined, 2: 'IIa' })
})

it('a form has theirs alone after theirs are taken, part by part', async () => {
  const save = vi.fn<SaveThing>().mockRejectedValueOnce(stale).mockResolvedValue(null)
  await draw(<ThingForm onSave={save} />)
  await userEvent.type(await screen.findByLabelText('part 1'), ' mine')
  await press('Save')
  await screen.findByRole('dialog')
  await press('Take theirs')
  expect(screen.getByLabelText('part 1')).toHaveValue('')
  expect(screen.getByLabelText('part 2')).toHaveValue('IIa')
  await press('Save')
  expect(save.mock.lastCall?.[0].metadata).toEqual({ 1: undefined, 2: 'IIa' })
})

it('a form keeps another user’s change when ours is saved at the second try only', async () => {
  const save = vi
    .fn<SaveThing>()
    .mockRejectedValueOnce(stale)
    .mockRejectedValueOnce({ status: null, message: 'No network', errors: [] })
    .mockResolvedValue(null)
  await draw(<ThingForm onSave={save} />)
  await userEvent.type(await screen.findByLabelText('name'), ' 7')
  await press('Save')
  await screen.findByRole('dialog')
  await press('Save mine')
  // the caller can see that this user did not move it
  expect(save.mock.lastCall?.[2].place).toBe('Room 2')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Save')
  const last = { name: 'Pump 7', place: 'Room 2', metadata: { 1: undefined, 2: 'IIa' } }
  expect(save).toHaveBeenLastCalledWith(last, 2, theirs)
})

it.each([
  [
    'is gone',
    () => Promise.resolve(undefined),
    'It does not exist, or you do not have access to it.',
  ],
  [
    'does not come',
    () => Promise.reject<undefined>({ status: null, message: 'Network Error', errors: [] }),
    'Network error',
  ],
])('a form keeps typed text and says so if the stored version %s', async (_how, now, words) => {
  await draw(
    <EntityForm
      initial={{ name: 'Pump' }}
      version={1}
      submitLabel="Save"
      onSave={() => Promise.reject(stale)}
      fetchCurrent={now}
      describe={({ name }) => ({ name: { label: 'Name', value: name } })}
    >
      <Form.Item name="name" label="Name">
        <Input />
      </Form.Item>
    </EntityForm>,
  )
  await userEvent.type(await screen.findByLabelText('Name'), ' 7')
  await press('Save')
  expect(await screen.findByText(new RegExp(words))).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('Pump 7')
  expect(screen.queryByRole('dialog')).toBeNull()
})

describe('a form under which the session ends', () => {
  const typeAndEnd = async () => {
    setFormOwner('1/2')
    await show(() => Promise.resolve())
    await userEvent.type(screen.getByLabelText('Name'), ' of room 7')
    interruptForms()
    setFormOwner(null)
    cleanup()
  }

  it('has its text again when the same user is back, once, and says so', async () => {
    await typeAndEnd()
    setFormOwner('1/2')
    const onSave = vi.fn(() => Promise.resolve())
    await show(onSave)
    expect(screen.getByLabelText('Name')).toHaveValue('Pump of room 7')
    expect(screen.getByText(/not saved yet/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(onSave).toHaveBeenCalledWith({ name: 'Pump of room 7', place: 'Room 1' }, 1, {
        name: 'Pump',
        place: 'Room 1',
      }),
    )
    cleanup()
    await show(() => Promise.resolve())
    expect(screen.getByLabelText('Name')).toHaveValue('Pump')
  })

  it('shows its text to nobody else', async () => {
    await typeAndEnd()
    setFormOwner('1/3')
    await show(() => Promise.resolve())
    expect(screen.getByLabelText('Name')).toHaveValue('Pump')
  })
})

it('a form does not keep a secret with its text', () => {
  setFormOwner('1/2')
  saveForm(['name', 'password'], { values: { name: 'Dana', password: 'Passw0rd!' } })
  expect(Object.values(sessionStorage).join()).not.toContain('Passw0rd!')
  expect(loadInterruptedForm(['name', 'password'])).toEqual({ values: { name: 'Dana' } })
  dropForm(['name', 'password'])
  setFormOwner(null)
})
