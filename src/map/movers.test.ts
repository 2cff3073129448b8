import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pacedRepaint } from './movers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('the paced repaint continues at once if frames come in time', () => {
  const repaint = vi.fn<() => void>()
  const glide = pacedRepaint(repaint)
  glide.ask()
  vi.advanceTimersByTime(16)
  glide.goOn()
  expect(repaint).toHaveBeenCalledTimes(2)
})

it('the paced repaint rests as long as a late frame took, and at most a quarter of a second', () => {
  const repaint = vi.fn<() => void>()
  const glide = pacedRepaint(repaint)
  glide.ask()
  vi.advanceTimersByTime(120)
  glide.goOn()
  expect(repaint).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(119)
  expect(repaint).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(repaint).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(900)
  glide.goOn()
  vi.advanceTimersByTime(250)
  expect(repaint).toHaveBeenCalledTimes(3)
})

it('the paced repaint asks no more once it has ended', () => {
  const repaint = vi.fn<() => void>()
  const glide = pacedRepaint(repaint)
  glide.ask()
  vi.advanceTimersByTime(120)
  glide.goOn()
  glide.stop()
  vi.advanceTimersByTime(1_000)
  expect(repaint).toHaveBeenCalledTimes(1)
})
