import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfigProvider, Select, theme } from 'antd'
import { expect, it, vi } from 'vitest'
import { languages } from '#contract/languages.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { loadAntdLocale } from './antdLocale.ts'
import { AntdProvider } from './AntdProvider.tsx'

pretendServer()

it('a select reads out no English name of an icon', async () => {
  await draw(
    <Select aria-label="Type" allowClear value="a" options={[{ value: 'a', label: 'A' }]} />,
  )
  expect(screen.getByRole('combobox', { name: 'Type' })).toBeVisible()
  expect(screen.queryAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual([])
})

it.each([undefined, 'multiple' as const])(
  'the Tab key leaves an open list and chooses nothing (%s)',
  async (mode) => {
    const chosen = vi.fn()
    await draw(
      <>
        <Select
          aria-label="Type"
          showSearch
          {...(mode && { mode })}
          onChange={chosen}
          options={[{ value: 'a', label: 'A' }]}
        />
        <button type="button">Next</button>
      </>,
    )
    await userEvent.click(screen.getByRole('combobox'))
    await waitFor(() =>
      expect(screen.getByRole('combobox')).toHaveAttribute('aria-expanded', 'true'),
    )
    await userEvent.keyboard('{ArrowDown}')
    // Presses a key as a browser sends it. Returns false if the focus would not move.
    expect(fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Tab', keyCode: 9 })).toBe(true)
    await userEvent.tab()
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus()
    await waitFor(() =>
      expect(screen.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false'),
    )
    expect(chosen).not.toHaveBeenCalled()
  },
)

it.each(languages)('the calendar has weekdays that fit in %s', async (language) => {
  const { DatePicker } = await loadAntdLocale(language)
  expect(DatePicker?.lang.locale.slice(0, 2)).toBe(language)
  expect(DatePicker?.lang.shortWeekDays).toBeUndefined() // dayjs has weekday names of one or two characters
})

function MovesOrNot() {
  const { token } = theme.useToken()
  return token.motion ? 'moves' : 'stands still'
}

it.each([
  { isStill: true, says: 'stands still' },
  { isStill: false, says: 'moves' },
])('the page $says if the user asked for less motion: $isStill', async ({ isStill, says }) => {
  await draw(
    <ConfigProvider theme={{ token: { motion: true } }}>
      <AntdProvider>
        <MovesOrNot />
      </AntdProvider>
    </ConfigProvider>,
    { isStill },
  )
  expect(await screen.findByText(says)).toBeVisible()
})
