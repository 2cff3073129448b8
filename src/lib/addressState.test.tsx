import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { inAddress, useAddressState } from './addressState.ts'

pretendServer()
const shape = { floor: inAddress.id('floor'), placing: inAddress.flag(), search: inAddress.text() }

function Screen() {
  const [, change] = useAddressState(shape)
  return (
    <button
      type="button"
      onClick={() => {
        change({ placing: true }, { push: true })
        change({ floor: 3 })
      }}
    >
      Place
    </button>
  )
}

it('two changes of an address before the next render are both kept', async () => {
  const { router } = await draw(<Screen />, { at: '/mapping?search=pump', path: '/mapping' })
  await userEvent.click(screen.getByRole('button'))
  expect(router.state.location.search).toBe('?search=pump&placing=1&floor=3')
})
