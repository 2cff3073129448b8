import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import { Select } from 'antd'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '../../../tests/drawing.tsx'

pretendServer()

it('reads no English name of an icon out beside a field to choose from', async () => {
  await draw(
    <Select aria-label="Type" allowClear value="a" options={[{ value: 'a', label: 'A' }]} />,
  )
  expect(screen.getByRole('combobox', { name: 'Type' })).toBeVisible()
  expect(screen.queryAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual([])
})
