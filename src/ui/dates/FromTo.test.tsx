import { expect, it } from 'vitest'
import { draw } from '#tests/drawing.tsx'
import { FromTo } from './FromTo.tsx'

it.each([
  ['2026-11-20T09:16:05Z', '2026-11-20T09:16:48Z', /^20 Nov 2026, \d\d:16$/],
  ['2026-11-20T09:16:05Z', '2026-11-20T09:40:00Z', /^20 Nov 2026, \d\d:16 – \d\d:40$/],
  ['2026-11-20T09:16:05Z', '2026-11-22T09:40:00Z', /^20 Nov 2026, \d\d:16 – 22 Nov 2026, \d\d:40$/],
])('FromTo shows each day and time of the span from %s to %s once', async (from, to, text) => {
  const { container } = await draw(<FromTo from={from} to={to} />)
  expect(container.textContent).toMatch(text)
})
