import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { NeededNumber } from './NeededNumber.tsx'
import { NumberInput } from './NumberInput.tsx'

pretendServer()

it('the number field says when text gave way to a bound, and is quiet within the bounds', async () => {
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

it('the number field says when text is not a number, and restores the former value', async () => {
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

it('the number field has no word of another language for screen readers: its arrows are for the mouse', async () => {
  const { container } = await draw(<NumberInput aria-label="Hours" defaultValue={8} />)
  await screen.findByRole('spinbutton', { name: 'Hours' })
  expect(container.querySelectorAll('[aria-label="Increase Value"]')).toHaveLength(1)
  expect(screen.queryAllByRole('button')).toEqual([])
  await userEvent.type(screen.getByLabelText('Hours'), '{ArrowUp}')
  expect(screen.getByLabelText('Hours')).toHaveValue('9')
})

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
  'the number field takes %s typed in %s for %d, and can read what it writes',
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

function Sentence({ most = 8_760, precision }: { most?: number; precision?: number }) {
  const [hours, setHours] = useState(8)
  return (
    <>
      <NeededNumber
        aria-label="Hours"
        min={1}
        max={most}
        value={hours}
        onChange={setHours}
        {...(precision !== undefined && { precision })}
      />
      <output aria-label="Held">{hours}</output>
    </>
  )
}

const held = () => screen.getByLabelText('Held').textContent

it.each([
  ['24', '24'],
  ['٩٩', '99'],
  ['1,200', '1200'],
  ['$1,200', '1200'],
])('the number field lets %s, typed over a required number, replace it', async (text, stands) => {
  await draw(<Sentence precision={0} />)
  const field = await screen.findByLabelText('Hours')
  await userEvent.clear(field)
  expect(field).toHaveValue('')
  await userEvent.type(field, text)
  await userEvent.tab()
  expect(held()).toBe(stands)
  expect(field).toHaveValue(stands)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it.each([
  ['', 'A number is needed here. It was set back to 8.'],
  ['2{Backspace}', 'A number is needed here. It was set back to 8.'],
  ['2,5', '“2,5” is not a whole number. It was set back to 8.'],
  ['1e400', '“1e400” is not a number. It was set back to 8.'],
  ['0x1F', '“0x1F” is not a number. It was set back to 8.'],
  ['½', '“½” is not a number. It was set back to 8.'],
  ['Infinity', '“Infinity” is not a number. It was set back to 8.'],
])('the number field restores a required number instead of %s, and says so', async (text, said) => {
  await draw(<Sentence precision={0} />)
  const field = await screen.findByLabelText('Hours')
  await userEvent.clear(field)
  if (text !== '') await userEvent.type(field, text)
  await userEvent.tab()
  expect(field).toHaveValue('8')
  expect(held()).toBe('8')
  expect(screen.getByRole('alert')).toHaveTextContent(said)
})

it('the number field names the bound of a number beyond it, however long it is', async () => {
  await draw(<Sentence />)
  const field = await screen.findByLabelText('Hours')
  await userEvent.clear(field)
  await userEvent.type(field, '99999999999999999999')
  await userEvent.tab()
  expect(field).toHaveValue('8760')
  expect(held()).toBe('8760')
  expect(screen.getByRole('alert')).toHaveTextContent('it was set to 8,760.')
})

it('the number field keeps a corrected number alike by its keys and by Enter', async () => {
  await draw(<Sentence />)
  const field = await screen.findByLabelText('Hours')
  await userEvent.type(field, '{ArrowUp}{ArrowUp}')
  expect(held()).toBe('10')
  await userEvent.clear(field)
  await userEvent.type(field, 'noon{Enter}')
  expect(field).toHaveValue('10')
  expect(screen.getByRole('alert')).toHaveTextContent('It was set back to 10.')
})

it.each(['99999999999999999999', '9007199254740993', '0.000000000000000000000001', '1e400', '½'])(
  'the number field never makes another number of %s without bounds',
  async (text) => {
    const onChange = vi.fn<(value: number | null) => void>()
    await draw(<Limit onChange={onChange} />)
    const field = await screen.findByLabelText('Limit')
    await userEvent.type(field, text)
    await userEvent.tab()
    expect(field).toHaveValue('')
    expect(screen.getByRole('alert')).toHaveTextContent(text)
    const last = onChange.mock.lastCall?.[0] ?? null
    expect(last).toBeNull()
  },
)

it('the number field says when more decimals are typed than it takes', async () => {
  await draw(<NumberInput aria-label="Share" precision={2} defaultValue={2} />)
  const field = await screen.findByLabelText('Share')
  await userEvent.clear(field)
  await userEvent.type(field, '2.555')
  await userEvent.tab()
  expect(field).toHaveValue('2.00')
  expect(screen.getByRole('alert')).toHaveTextContent('“2.555” has too many digits.')
})
