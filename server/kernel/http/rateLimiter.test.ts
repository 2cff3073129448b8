import { expect, it } from 'vitest'
import { makeRateLimiter, ratesOf } from './rateLimiter.ts'

it('the rate limiter lets a caller burst, then so many calls a second, and says how long to wait', () => {
  let now = 0
  const rates = makeRateLimiter(
    {
      person: { perSecond: 2, burst: 4 },
      key: { perSecond: 1, burst: 1 },
      gateway: { perSecond: 1, burst: 1 },
      company: { perSecond: 10, burst: 10 },
    },
    () => now,
  )
  for (let call = 0; call < 4; call += 1) rates.take(['person', 1])
  expect(() => rates.take(['person', 1])).toThrow(
    expect.objectContaining({ status: 429, extra: { retryAfterSeconds: 1 } }),
  )
  rates.take(['person', 2])
  now += 500
  rates.take(['person', 1])
  expect(() => rates.take(['person', 1])).toThrow('Too many')
})

it('the rate limiter bounds a company’s people together, and each of them alone', () => {
  const rates = makeRateLimiter(
    {
      person: { perSecond: 1, burst: 3 },
      key: { perSecond: 1, burst: 1 },
      gateway: { perSecond: 1, burst: 1 },
      company: { perSecond: 1, burst: 5 },
    },
    () => 0,
  )
  for (const person of [1, 1, 1, 2, 2]) rates.take(['person', person], ['company', 9])
  expect(() => rates.take(['person', 3], ['company', 9])).toThrow(
    expect.objectContaining({ status: 429 }),
  )
  rates.take(['person', 4], ['company', 8])
})

it('the rate limiter is far above what a page asks when it opens', () => {
  const rates = makeRateLimiter(ratesOf(50), () => 0)
  for (let call = 0; call < 500; call += 1) rates.take(['person', 1], ['company', 1])
})

it('the rate limiter lets five hundred gateways send each second with one key, and refuses one that floods', () => {
  let now = 0
  const rates = makeRateLimiter(ratesOf(50), () => now)
  for (let second = 0; second < 120; second += 1) {
    now += 1_000
    for (let gateway = 0; gateway < 500; gateway += 1)
      rates.take(['key', 1], ['company', 1], ['gateway', gateway])
  }
  for (let call = 0; call < 1_000; call += 1) rates.take(['gateway', 'wild'])
  expect(() => rates.take(['gateway', 'wild'])).toThrow(expect.objectContaining({ status: 429 }))
  rates.take(['gateway', 'tame'])
})
