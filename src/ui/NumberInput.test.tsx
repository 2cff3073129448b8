import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
