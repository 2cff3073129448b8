import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { draw } from '#tests/drawing.tsx'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { useWholeRange } from './useWholeRange.ts'

const address = { search: inAddress.text(), from: inAddress.text(), to: inAddress.text() }

function Asked() {
  const [state, change] = useAddressState(address)
  return <h1>{JSON.stringify(useWholeRange(state, change))}</h1>
}
const open = (query: string) => draw(<Asked />, { at: `/list?search=pump&${query}`, path: '/list' })

it.each(['from=9999-12-31', 'to=2026-12-01', 'from=2026-12-01&to=soon'])(
  'useWholeRange() drops %s, which asks for nothing, from the address too',
  async (query) => {
    const { router } = await open(query)
    await waitFor(() => expect(router.state.location.search).toBe('?search=pump'))
    expect(screen.getByRole('heading')).toHaveTextContent('null')
  },
)

it('useWholeRange() keeps a range with both ends, and asks for it', async () => {
  const { router } = await open('from=2026-12-01&to=2026-12-02')
  expect(screen.getByRole('heading')).toHaveTextContent(/"from":"2026-1.*"to":"2026-12-0/)
  expect(router.state.location.search).toBe('?search=pump&from=2026-12-01&to=2026-12-02')
})
