import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whileRead } from './metrics.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('the event loop is sampled from the first read of its figures to ten minutes after the last', () => {
  const calls: string[] = []
  const sampling = whileRead({
    enable: () => calls.push('enable'),
    disable: () => calls.push('disable'),
  })
  vi.advanceTimersByTime(3_600_000)
  expect(calls).toEqual([])
  sampling.noteRead()
  vi.advanceTimersByTime(599_000)
  sampling.noteRead()
  vi.advanceTimersByTime(599_000)
  expect(calls).toEqual(['enable', 'enable'])
  vi.advanceTimersByTime(1_000)
  expect(calls).toEqual(['enable', 'enable', 'disable'])
})
