import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { sensors } from '#contract/sensors.ts'
import { pretendServer, tokenFor } from '#tests/drawing.tsx'
import { contractQuery } from './fromContract.ts'
import { answerIfDeleted, rememberDeleted } from './deletedItems.ts'
import { handOverSession } from './http.ts'
import { failureNotice } from './notices.ts'

const unaddressed = [
  'dismissEvent',
  'removeCompanyDomain',
  'deleteDashboardCategory',
  'removeDataExport',
  'removeEquipmentFile',
  'deleteMeterReading',
  'removePushDevice',
  'removeSurveyPoint',
  'undoCalibration',
  'deleteCost',
]
const server = pretendServer()
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())
const send = (endpoint: Endpoint, params: object, body?: object) => {
  // The query reads only the signal.
  const given = { signal: new AbortController().signal } as Parameters<typeof contractQuery>[1]
  return contractQuery({ endpoint, input: { params: { ...params }, body } }, given, {})
}

function answerAll(): string[] {
  handOverSession({
    readToken: () => tokenFor(),
    storeToken: () => undefined,
    endSession: () => undefined,
  })
  const asked: string[] = []
  server.use(
    http.all('*/api/*', ({ request }) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      if (request.url.endsWith('/replace')) return HttpResponse.json({ replaced: 3 })
      return HttpResponse.json(request.method === 'DELETE' ? { deleted: true } : { id: 4 })
    }),
  )
  return asked
}

it.each([
  ['a thing', equipment.deleteEquipment, equipment.getEquipment, {}],
  ['what is told of a sensor', sensors.deleteSensor, sensors.getSensorSeries, { span: 'day' }],
  ['the uses of a word', referenceLists.deleteTag, referenceLists.listTagUses, {}],
  ['the uses of what was replaced', referenceLists.replaceTag, referenceLists.listTagUses, {}],
] as const)(
  'the page asks no more for %s that it has deleted, and does for others',
  async (...row) => {
    const [, deletion, question, more] = row
    const asked = answerAll()
    const id = 100 + asked.length
    expect(await send(deletion, { id: 7 + id }, { by: 1 })).toHaveProperty('data')
    const late = send(question, { id: 7 + id, ...more })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await late).toMatchObject({ error: { status: 404 } })
    expect(asked).toHaveLength(1)
    expect(await send(question, { id: 70 + id, ...more })).toHaveProperty('data')
    expect(asked).toHaveLength(2)
  },
)

it('the page asks the server again later, and at once for addresses that only begin alike', async () => {
  rememberDeleted('/api/equipment/9', { deleted: true }, () => 0)
  expect(answerIfDeleted('/api/equipment/91', () => 0)).toBeUndefined()
  expect(answerIfDeleted('/api/equipment/9', () => 3_000)).toBeUndefined()
  const late = answerIfDeleted('/api/equipment/9', () => 2_999)
  await vi.advanceTimersByTimeAsync(1)
  const failure = await late
  expect(failure).toMatchObject({ status: 404 })
  expect(failure && failureNotice(failure, { failure: 'internalError' })).toBeNull()
})

it('the page recognises by its answer each deletion of an object with a panel', () => {
  const domains: Record<string, Endpoint>[] = Object.values(contract)
  const deletions = domains
    .flatMap((domain) => Object.entries(domain))
    .filter(([, { method, path }]) => method === 'DELETE' && path.endsWith('{id}'))
  const others = deletions
    .filter(([, { response }]) => !response.safeParse({ deleted: true }).success)
    .map(([name]) => name)
  expect(deletions.length).toBeGreaterThan(20)
  expect(others).toEqual(unaddressed)
})
