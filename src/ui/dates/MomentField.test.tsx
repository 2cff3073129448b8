// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { MomentField } from './MomentField.tsx'
import { changeLanguage } from '#lib/i18n/i18n.ts'
import type { Language } from '#lib/i18n/languages.ts'
import { RangeField, type Range } from './RangeField.tsx'
import type { MomentKind } from './wire.ts'

pretendServer()

it.each([
  ['en', '24/12/2026'],
  ['cs', '24.12.2026'],
  ['he', '24/12/2026'],
  ['ar', /24.*12.*2026/],
] as const)('the date field writes a day as %s does, in any browser', async (language, words) => {
  await draw(<MomentField kind="day" aria-label="Day" value="2026-12-24" />, { language })
  await waitFor(() => expect(screen.getByLabelText('Day')).toHaveDisplayValue(words))
})

it.each(['en', 'ar'] as const)(
  'the date field gives the wire its own digits in %s',
  async (language) => {
    const given: string[] = []
    await draw(
      <MomentField
        kind="minute"
        aria-label="Start"
        value="2026-12-24T08:30"
        onChange={(value) => given.push(value)}
      />,
      { language },
    )
    await userEvent.click(screen.getByLabelText('Start'))
    const day = await waitFor(
      () =>
        document.querySelector('td[title="2026-12-15"]') ??
        Promise.reject(new Error('No calendar yet')),
    )
    await userEvent.click(day)
    await userEvent.tab()
    await waitFor(() => expect(given.at(-1)).toBe('2026-12-15T08:30'))
  },
)

it.each(['en', 'ar'] as const)(
  'the date field gives a range of days in the digits of the wire in %s',
  async (language) => {
    const given: Range[] = []
    await draw(
      <RangeField
        aria-label="When"
        value={{ from: '2026-12-01', to: '2026-12-03' }}
        placeholder={['From', 'To']}
        onChange={(range) => given.push(range)}
      />,
      { language },
    )
    const [from] = screen.getAllByLabelText('When')
    await userEvent.click(from ?? document.body)
    const dayOf = (title: string) =>
      waitFor(
        () =>
          document.querySelector(`td[title="${title}"]`) ??
          Promise.reject(new Error('No calendar yet')),
      )
    await userEvent.click(await dayOf('2026-12-15'))
    await userEvent.click(await dayOf('2026-12-24'))
    await waitFor(() => expect(given.at(-1)).toEqual({ from: '2026-12-15', to: '2026-12-24' }))
  },
)

describe('text typed into the date field', () => {
  const given: string[] = []
  const sent = vi.fn()
  async function type(
    text: string,
    { kind = 'day', language = 'en', value = '' }: Partial<Typing> = {},
  ) {
    given.length = 0
    sent.mockReset()
    await draw(<InForm kind={kind} value={value} given={given} onSent={sent} />, { language })
    const field = screen.getByLabelText<HTMLInputElement>('Expires')
    await userEvent.click(field)
    await userEvent.clear(field)
    if (text !== '') await userEvent.type(field, text)
    return field
  }

  it.each([
    ['30/06/2027', 'en', 'day', '2027-06-30'],
    ['2027-06-30', 'en', 'day', '2027-06-30'],
    ['3.6.2027', 'en', 'day', '2027-06-03'],
    ['30/06/2027', 'ar', 'day', '2027-06-30'],
    ['3.6.2027', 'cs', 'day', '2027-06-03'],
    ['03.06.2027 09:05', 'ru', 'minute', '2027-06-03T09:05'],
    ['09:05', 'sk', 'time', '09:05'],
    ['٣٠/٠٦/٢٠٢٧', 'ar', 'day', '2027-06-30'],
    ['۳۰.۶.۲۰۲۷ ۰۹:۰۵', 'he', 'minute', '2027-06-30T09:05'],
    ['15/01/2027', 'en', 'minute', '2027-01-15T00:00'],
    ['15.1.2027', 'cs', 'minute', '2027-01-15T00:00'],
    ['2027-01-15', 'he', 'minute', '2027-01-15T00:00'],
    ['١٥/٠١/٢٠٢٧', 'ar', 'minute', '2027-01-15T00:00'],
  ] as const)('may be %s in %s', async (text, language, kind, wire) => {
    await type(text, { language, kind })
    await userEvent.tab()
    await waitFor(() => expect(given.at(-1)).toBe(wire))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['31/02/2027', 'day', /date cannot be read.*write it like \u206831\/12\//i],
    ['tomorrow', 'day', /date cannot be read/i],
    ['25:61', 'time', /time cannot be read.*\u206814:30/i],
    ['01/01/9999', 'day', /only the years 1970 to 2199/i],
  ] as const)(
    'stays with the reason where %s is not taken, and the form is not sent',
    async (text, kind, words) => {
      const field = await type(text, { kind })
      await userEvent.click(screen.getByRole('button', { name: 'Send' }))
      expect(await screen.findByRole('alert')).toHaveTextContent(words)
      expect(field).toHaveDisplayValue(text)
      expect(field.validationMessage).toMatch(words)
      expect(sent).not.toHaveBeenCalled()
      await userEvent.clear(field)
      await userEvent.click(screen.getByRole('button', { name: 'Send' }))
      expect(sent).toHaveBeenCalledOnce()
    },
  )

  it.each(['01/01/9999 08:00', '01/01/1960 08:00'])(
    'shows the reason for %s beside it, and not beside the former text',
    async (text) => {
      const field = await type(text, { kind: 'minute', value: '2026-12-24T08:00' })
      await userEvent.tab()
      expect(await screen.findByRole('alert')).toHaveTextContent(/only the years 1970 to 2199/i)
      expect(field.validationMessage).not.toBe('')
      expect(field).toHaveDisplayValue(text)
      await userEvent.clear(field)
      await userEvent.type(field, '25/12/2026 09:00')
      await userEvent.tab()
      await waitFor(() => expect(given.at(-1)).toBe('2026-12-25T09:00'))
      expect(screen.queryByRole('alert')).toBeNull()
      expect(field.validationMessage).toBe('')
    },
  )

  it.each([
    ['', '15/01/2027 00:00', '2027-01-15T00:00'],
    ['2026-12-24T08:30', '15/01/2027 08:30', '2027-01-15T08:30'],
    ['2027-01-15T08:30', '15/01/2027 08:30', '2027-01-15T08:30'],
  ])('is a day alone if a time is wanted, after %j shown as %s', async (value, shown, wire) => {
    for (const leave of ['{Enter}', '{Tab}', 'press']) {
      await type('15/01/2027', { kind: 'minute', value })
      if (leave === 'press') await userEvent.click(document.body)
      else await userEvent.keyboard(leave)
      await waitFor(() => expect(screen.getByLabelText('Expires')).toHaveDisplayValue(shown))
      await waitFor(() => expect(given.at(-1) ?? value, leave).toBe(wire))
      expect(screen.queryByRole('alert')).toBeNull()
      await userEvent.click(screen.getByRole('button', { name: 'Send' }))
      expect(sent).toHaveBeenCalledOnce()
      cleanup()
    }
  })

  it('is a day alone beyond the calendar, and is refused as such', async () => {
    await type('01/01/9999{Tab}', { kind: 'minute' })
    expect(await screen.findByRole('alert')).toHaveTextContent(/only the years 1970 to 2199/i)
  })

  it('may be two days of a range, from the beginning of one to the end of the other', async () => {
    const ranges: Range[] = []
    await draw(
      <RangeField
        kind="minute"
        mayBeOpen
        aria-label="Valid"
        value={{ from: '', to: '' }}
        placeholder={['From', 'To']}
        onChange={(range) => ranges.push(range)}
      />,
    )
    await userEvent.click(screen.getByPlaceholderText('From'))
    await userEvent.type(screen.getByPlaceholderText('From'), '15/01/2027{Enter}')
    await userEvent.type(screen.getByPlaceholderText('To'), '16/01/2027{Enter}')
    await waitFor(() =>
      expect(ranges.at(-1)).toEqual({ from: '2027-01-15T00:00', to: '2027-01-16T23:59' }),
    )
  })

  it('is taken by Enter, which sends no form', async () => {
    await type('30/06/2027{Enter}')
    expect(given.at(-1)).toBe('2027-06-30')
    expect(sent).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(sent).toHaveBeenCalledOnce()
  })

  it('may be empty after something was chosen', async () => {
    const field = await type('', { value: '2026-12-24' })
    await userEvent.tab()
    await waitFor(() => expect(given.at(-1)).toBe(''))
    expect(field).toHaveDisplayValue('')
  })

  it('gives way to a day chosen in the calendar, also when that was chosen before', async () => {
    await type('31/02/2027{Enter}', { value: '2026-12-24' })
    await screen.findByRole('alert')
    await userEvent.click(screen.getByLabelText('Expires'))
    const day = await waitFor(
      () =>
        document.querySelector('td[title="2026-12-24"]') ??
        Promise.reject(new Error('No calendar yet')),
    )
    await userEvent.click(day)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.getByLabelText('Expires')).toHaveDisplayValue('24/12/2026')
  })

  const dayOf = (title: string) =>
    waitFor(
      () =>
        document.querySelector(`td[title="${title}"]`) ??
        Promise.reject(new Error('No calendar yet')),
    )

  it('gives way to another day, whose time is chosen after it', async () => {
    const field = await type('31/02/2027{Enter}', { kind: 'minute', value: '2026-12-24T08:00' })
    await screen.findByRole('alert')
    await userEvent.click(field)
    await userEvent.click(await dayOf('2026-12-15'))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(field).toHaveDisplayValue('15/12/2026 08:00')
    await userEvent.tab()
    await waitFor(() => expect(given.at(-1)).toBe('2026-12-15T08:00'))
    expect(field.validationMessage).toBe('')
  })

  it('stays when the pointer passes over the calendar', async () => {
    const field = await type('31/02/2027', { value: '2026-12-24' })
    const day = await dayOf('2026-12-15')
    await userEvent.hover(day)
    await userEvent.unhover(day)
    expect(field).toHaveDisplayValue('31/02/2027')
  })
})

it('the date field shows no reason beside a text rewritten in another language', async () => {
  await draw(<MomentField kind="day" aria-label="Expires" value="2026-12-24" />)
  const field = () => screen.getByLabelText<HTMLInputElement>('Expires')
  await userEvent.clear(field())
  await userEvent.type(field(), 'kk{Enter}')
  await screen.findByRole('alert')
  try {
    await act(() => changeLanguage('ar'))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(field().value).toMatch(/24.*12.*2026/)
    expect(field().validationMessage).toBe('')
  } finally {
    await act(() => changeLanguage('en'))
  }
})

interface Typing {
  kind: MomentKind
  language: Language
  value: string
}

function InForm({
  kind,
  value,
  given,
  onSent,
}: Pick<Typing, 'kind' | 'value'> & { given: string[]; onSent(): void }) {
  const [chosen, setChosen] = useState(value)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSent()
      }}
    >
      <MomentField
        kind={kind}
        aria-label="Expires"
        value={chosen}
        onChange={(next) => {
          given.push(next)
          setChosen(next)
        }}
      />
      <button type="submit">Send</button>
    </form>
  )
}
