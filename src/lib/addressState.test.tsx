import '@testing-library/jest-dom/vitest'
import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { inAddress, useAddressState } from './addressState.ts'

pretendServer()
const shape = { floor: inAddress.id('floor'), placing: inAddress.flag(), search: inAddress.text() }

it('two changes of an address before the next render are both kept', async () => {
  let change: ReturnType<typeof useAddressState<typeof shape>>[1] = () => undefined
  function Screen() {
    change = useAddressState(shape)[1]
    return null
  }
  const { router } = await draw(<Screen />, { at: '/mapping?search=pump', path: '/mapping' })
  act(() => {
    change({ placing: true }, { push: true })
    change({ floor: 3 })
  })
  expect(router.state.location.search).toBe('?search=pump&placing=1&floor=3')
})
