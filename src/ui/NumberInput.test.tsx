import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '../../tests/drawing.tsx'
import { NumberInput } from './NumberInput.tsx'

pretendServer()

it('says when what was typed gave way to a bound, and is quiet about what lies within', async () => {
  const onChange = vi.fn<(value: number | null) => void>()
  await draw(<NumberInput aria-label="Hours" min={1} max={24} onChange={onChange} />)
  const field = await screen.findByLabelText('Hours')
  await userEvent.type(field, '99')
  await userEvent.tab()
  expect(field).toHaveValue('24')
  expect(onChange).toHaveBeenLastCalledWith(24)
  expect(screen.getByRole('alert')).toHaveTextContent('99')
  await userEvent.clear(field)
  await userEvent.type(field, '12')
  await userEvent.tab()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('says when what was typed is no number, and puts back what stood there', async () => {
  await draw(<NumberInput aria-label="Hours" defaultValue={8} />)
  const field = await screen.findByLabelText('Hours')
  await userEvent.clear(field)
  await userEvent.type(field, 'noon')
  await userEvent.tab()
  expect(screen.getByRole('alert')).toHaveTextContent('“noon” is not a number.')
  await userEvent.clear(field)
  await userEvent.type(field, '1 500')
  await userEvent.tab()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

/** As a form holds it. */
function Limit({ onChange }: { onChange(value: number | null): void }) {
  const [value, setValue] = useState<number | null>(null)
  const handleChange = (next: number | null) => {
    setValue(next)
    onChange(next)
  }
  return <NumberInput aria-label="Limit" value={value} onChange={handleChange} />
}

it.each([
  ['1,5', 'en', 1.5],
  ['1.5', 'en', 1.5],
  ['1,500', 'en', 1500],
  ['1,5', 'cs', 1.5],
  ['1.5', 'cs', 1.5],
  ['1,500', 'cs', 1.5],
  ['١٢٫٥', 'ar', 12.5],
  ['-2', 'he', -2],
] as const)(
  'takes %s typed in %s for %d, and can read what it writes',
  async (text, language, value) => {
    const onChange = vi.fn<(value: number | null) => void>()
    await draw(<Limit onChange={onChange} />, { language })
    const field = await screen.findByLabelText<HTMLInputElement>('Limit')
    await userEvent.type(field, text)
    await userEvent.tab()
    expect(onChange).toHaveBeenLastCalledWith(value)
    const written = field.value
    await userEvent.clear(field)
    await userEvent.type(field, written)
    await userEvent.tab()
    expect(onChange).toHaveBeenLastCalledWith(value)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  },
)
