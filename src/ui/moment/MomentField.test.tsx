// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '../../../tests/drawing.tsx'
import { MomentField } from './MomentField.tsx'
import { RangeField, type Range } from './RangeField.tsx'

pretendServer()

it.each([
  ['en', '24/12/2026'],
  ['cs', '24.12.2026'],
  ['he', '24/12/2026'],
  ['ar', /24.*12.*2026/],
] as const)('writes a day as %s does, whatever the browser', async (language, words) => {
  await draw(<MomentField kind="day" aria-label="Day" value="2026-12-24" />, { language })
  await waitFor(() => expect(screen.getByLabelText('Day')).toHaveDisplayValue(words))
})

it.each(['en', 'ar'] as const)('gives the wire its own digits back in %s', async (language) => {
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
})

it.each(['en', 'ar'] as const)(
  'gives a range of days in the digits of the wire in %s',
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
