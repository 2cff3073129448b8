import { expect, it } from 'vitest'
import type { equipment } from '#contract/equipment/equipment.ts'
import { requestAddress, cacheTag, type Argument } from './fromContract.ts'
import { messageOf } from './live.ts'

it('the request fills the path with its parameters and sends the rest as a query', () => {
  expect(requestAddress('/api/imports/{id}/check', { id: 7, kind: 'equipment' })).toEqual({
    url: '/api/imports/7/check',
    query: { kind: 'equipment' },
  })
  expect(requestAddress('/api/x/{name}', { name: 'a/b' }).url).toBe('/api/x/a%2Fb')
})

it('the tags keep a type’s lists apart from its rows', () => {
  expect(cacheTag('Equipment')).toEqual({ type: 'Equipment', id: 'LIST' })
  expect(cacheTag({ type: 'Equipment', id: 4 })).toEqual({ type: 'Equipment', id: 4 })
})

it('the reader of live messages takes tags and nothing else', () => {
  expect(
    messageOf(
      'data: {"tags":[{"type":"Ticket","id":3},{"type":"Ticket"},{"type":"Unknown","id":1}]}',
    ),
  ).toEqual({ tags: [{ type: 'Ticket', id: 3 }, 'Ticket'] })
  expect(
    messageOf('data: {"tags":[{"type":"Ticket"}],"by":{"call":"c","tags":[{"type":"Ticket"}]}}'),
  ).toEqual({ tags: ['Ticket'], by: { call: 'c', tags: ['Ticket'] } })
  for (const none of [': still here', 'data: not json', 'event: x\ndata: {"tags":7}'])
    expect(messageOf(none)).toEqual({ tags: [] })
  expect(messageOf('data: {"tags":[],"by":7}')).toEqual({ tags: [] })
})

it('a write of this page names the version it read, even if another client need not', () => {
  type Written = Argument<typeof equipment.updateEquipment>
  const sample: Written = { params: { id: 1 }, body: { name: 'Pump', version: 3 } }
  // @ts-expect-error -- without the version the page does not compile, which is what is tested here
  const unsaid: Written = { params: { id: 1 }, body: { name: 'Pump' } }
  expect([sample.body.version, unsaid.params.id]).toEqual([3, 1])
})
