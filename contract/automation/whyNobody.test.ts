import { expect, it } from 'vitest'
import { readWhyNobody, whyNobody } from './whyNobody.ts'

it('whyNobody() counts the people of each reason, and readWhyNobody() reads them', () => {
  const stored = whyNobody('noCandidates', [
    { reasons: ['notAvailable', 'mayNotHandleTickets'] },
    { reasons: ['notAvailable'] },
  ])
  expect(readWhyNobody(stored)).toEqual([
    { why: 'notAvailable', count: 2 },
    { why: 'mayNotHandleTickets', count: 1 },
  ])
})

it('whyNobody() says why nobody was considered', () => {
  expect(readWhyNobody(whyNobody('nobodyOnDuty', []))).toEqual([{ why: 'nobodyOnDuty', count: 1 }])
})

it('readWhyNobody() leaves out reasons of later versions', () => {
  expect(readWhyNobody('asleep:2,notAvailable:1')).toEqual([{ why: 'notAvailable', count: 1 }])
})
