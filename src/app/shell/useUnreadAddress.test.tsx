import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { inAddress, useAddressState, withoutUnread } from '#lib/addressState.ts'
import { useUnreadAddress } from './useUnreadAddress.ts'

pretendServer()
const shape = {
  search: inAddress.text(),
  import: inAddress.id('import'),
  building: inAddress.integer(),
  type: inAddress.integers(),
  fewer: inAddress.integers(2),
  from: inAddress.day(),
  state: inAddress.filterOf(['any', 'off'], 'any'),
}

it.each([
  ['import=7&building=-3&type=1.2', [], 'import=7&building=-3&type=1.2'],
  ['search=a&import=abc', ['import=abc'], 'search=a'],
  ['import=99999999999', ['import=99999999999'], ''],
  ['building=north&import=7', ['building=north'], 'import=7'],
  ['type=1.x.3', ['type=1.x.3'], 'type=1.3'],
  ['type=1.2.3&fewer=1.2.3', ['fewer=1.2.3'], 'type=1.2.3&fewer=1.2'],
  ['import=&type=', [], 'import=&type='],
  ['from=2026-12-24&state=off', [], 'from=2026-12-24&state=off'],
  ['from=2026-02-31&search=a', ['from=2026-02-31'], 'search=a'],
  ['from=yesterday', ['from=yesterday'], ''],
  ['state=broken', ['state=broken'], ''],
  ['other=abc', [], 'other=abc'],
])('the notice of an unreadable address for %s leaves out %j', (address, unread, rest) => {
  const read = withoutUnread(shape, new URLSearchParams(address))
  expect(read.unread).toEqual(unread)
  expect(read.rest.toString()).toBe(rest)
})

function List() {
  const [{ import: of }] = useAddressState(shape)
  return <p>{of === null ? 'Everything' : `Of import ${of}`}</p>
}
function Shell() {
  useUnreadAddress()
  return <List />
}

it('the notice of an unreadable address says what cannot be read, and removes it from the address', async () => {
  const { router } = await draw(<Shell />, {
    at: '/equipment?import=abc&search=a',
    namespaces: ['shell'],
  })
  expect(
    await screen.findByText(/The address contains import=abc, which cannot be read/),
  ).toBeVisible()
  await waitFor(() => expect(router.state.location.search).toBe('?search=a'))
})
