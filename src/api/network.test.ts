import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  asking,
  knownSince,
  onNetwork,
  reportServerReached,
  reportCachedAnswer,
} from './network.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  reportServerReached()
  vi.useRealTimers()
})
const aWhile = () => vi.advanceTimersByTime(5_000)

it('the network is away after a call had no answer and none other had one soon', () => {
  asking()()
  expect(knownSince()).toBeNull()
  aWhile()
  expect(knownSince()).toBe(Infinity)
})

it('the network is not away if one call fails while others are answered, whichever ends first', () => {
  const told = vi.fn()
  const stop = onNetwork(told)
  asking()()
  reportServerReached()
  aWhile()
  const miss = asking()
  vi.advanceTimersByTime(200)
  reportServerReached()
  miss()
  aWhile()
  expect(knownSince()).toBeNull()
  expect(told).not.toHaveBeenCalled()
  stop()
})

it('the network is reported away once while calls fail, and back by the next answer', () => {
  const told = vi.fn()
  const stop = onNetwork(told)
  for (let call = 0; call < 5; call += 1) {
    asking()()
    vi.advanceTimersByTime(1_000)
  }
  expect(told).toHaveBeenCalledOnce()
  reportServerReached()
  expect(knownSince()).toBeNull()
  stop()
})

it('the age of kept data is shown while kept data is shown, before or after a call without it', () => {
  asking()()
  reportCachedAnswer(2_000)
  aWhile()
  expect(knownSince()).toBe(2_000)
  asking()()
  reportCachedAnswer(1_000)
  reportCachedAnswer(3_000)
  aWhile()
  expect(knownSince()).toBe(1_000)
})
