import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { callHeader, liveMessage, type LiveMessage } from '#contract/live.ts'
import { makeLive, postgresBus } from '#kernel/http/eventStream.ts'
import { STREAM_LIMITS } from '#kernel/http/liveStreams.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'
import { openPool } from '#db/pool.ts'

let testApp: TestApp
let address: string

beforeAll(async () => {
  testApp = await openTestApp()
  address = await testApp.app.http.listen({ port: 0, host: '127.0.0.1' })
  for (const company of ['here', 'there'] as const)
    for (const role of ['administrator', 'staff'] as const) await testApp.signIn(role, company)
})
afterAll(() => testApp.close())

interface Ear {
  next(): Promise<LiveMessage>
  heard: LiveMessage[]
  close(): void
}

async function listen(token: string): Promise<Ear> {
  const stop = new AbortController()
  const answer = await fetch(`${address}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  if (!answer.body || answer.status !== 200)
    throw new Error(`The event stream answered ${answer.status}`)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  const heard: LiveMessage[] = []
  let rest = ''
  const next = async (): Promise<LiveMessage> => {
    for (;;) {
      const end = rest.indexOf('\n\n')
      if (end >= 0) {
        const block = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (!block.startsWith('data: ')) continue
        const message = liveMessage.parse(JSON.parse(block.slice('data: '.length)))
        heard.push(message)
        return message
      }
      const { value, done } = await reader.read()
      if (done) throw new Error('The event stream was closed')
      rest += value
    }
  }
  return { next, heard, close: () => stop.abort() }
}

async function untilClosed(ear: Ear): Promise<string> {
  for (;;) {
    const outcome = await ear.next().catch((error: unknown) => String(error))
    if (typeof outcome === 'string') return /closed/.test(outcome) ? 'closed' : outcome
  }
}

const addTag = (token: string, name: string) =>
  testApp.call(token, contract.referenceLists.createTag, { body: { name, colour: 'red' } })

describe('the event stream', () => {
  it('needs a session', async () => {
    expect((await fetch(`${address}/api/live`)).status).toBe(401)
  })

  it('publishes a change to the other users of the company, and to nobody else', async () => {
    const [staff, stranger] = [
      await listen(await testApp.signIn('staff')),
      await listen(await testApp.signIn('staff', 'there')),
    ]
    await addTag(await testApp.signIn('administrator'), 'Heard here')
    expect(await staff.next()).toEqual({ tags: [{ type: 'Tag' }] })
    // The other company's first message is its own, so this company's never arrived.
    await testApp.call(
      await testApp.signIn('administrator', 'there'),
      contract.referenceLists.createLocationType,
      { body: { name: 'Heard there' } },
    )
    expect(await stranger.next()).toEqual({ tags: [{ type: 'LocationType' }] })
    expect(stranger.heard).toHaveLength(1)
    staff.close()
    stranger.close()
  })

  it('names the call that made the change, with what its answer contained, to everybody', async () => {
    const ear = await listen(await testApp.signIn('staff'))
    const admin = await testApp.signIn('administrator')
    const write = (name: string, call: string) =>
      testApp.raw(admin, 'POST', '/api/tags', { name, colour: 'red' }, { [callHeader]: call })
    await write('Named', 'a-page.of-its-own')
    expect(await ear.next()).toEqual({
      tags: [{ type: 'Tag' }],
      by: { call: 'a-page.of-its-own', tags: [{ type: 'Tag' }] },
    })
    await write('Misnamed', 'a page" with more')
    expect(await ear.next()).toEqual({ tags: [{ type: 'Tag' }] })
    ear.close()
  })

  it('publishes nothing of a refused change', async () => {
    const admin = await testApp.signIn('administrator')
    const ear = await listen(await testApp.signIn('staff'))
    expect((await addTag(admin, 'Heard here')).status).toBe(409)
    await testApp.call(admin, contract.referenceLists.createProcedureType, {
      body: { name: 'Afterwards', isTracer: false },
    })
    expect(await ear.next()).toEqual({ tags: [{ type: 'ProcedureType' }] })
    ear.close()
  })

  it('ends with its session: signed out, or of a deactivated user', async () => {
    const [leaving, staying] = [
      await testApp.signIn('technician'),
      await testApp.signIn('technician'),
    ]
    const [ear, other] = [await listen(leaving), await listen(staying)]
    await testApp.call(leaving, contract.auth.logout, {})
    await testApp.app.kernel.streams.endLapsed(testApp.app.kernel)
    await expect(untilClosed(ear)).resolves.toBe('closed')
    const admin = await testApp.signIn('administrator')
    const id = testApp.here.users.technician
    const { version } = (await testApp.call(admin, contract.people.getUser, { params: { id } }))
      .body
    await testApp.call(admin, contract.people.deactivateUser, { params: { id }, body: { version } })
    await testApp.app.kernel.streams.endLapsed(testApp.app.kernel)
    await expect(untilClosed(other)).resolves.toBe('closed')
  })

  it('ends when its session has run out', async () => {
    const ear = await listen(await testApp.signIn('manager'))
    testApp.clock.advance(15 * 3_600_000)
    await testApp.app.kernel.streams.endLapsed(testApp.app.kernel)
    await expect(untilClosed(ear)).resolves.toBe('closed')
  })

  it('allows so many connections for one session, then answers 429 with a time, and one again after another closes', async () => {
    const token = await testApp.signIn('staff')
    const ears = []
    for (let count = 0; count < STREAM_LIMITS.session; count += 1) ears.push(await listen(token))
    const open = () =>
      fetch(`${address}/api/live`, { headers: { authorization: `Bearer ${token}` } })
    const refused = await open()
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    const before = testApp.app.kernel.streams.count()
    ears.shift()?.close()
    await vi.waitFor(() => expect(testApp.app.kernel.streams.count()).toBeLessThan(before), 10_000)
    ears.push(await listen(token))
    for (const ear of ears) ear.close()
  })

  it('reaches the users of another server on the same PostgreSQL', async ({ skip }) => {
    if (testApp.database.kind === 'pglite')
      return skip('one process owns an embedded database; the local bus is tested above')
    const pools = [openPool(testApp.database.pool), openPool(testApp.database.pool)] as const
    const [here, there] = pools.map((pool) => makeLive(postgresBus(pool, () => undefined)))
    if (!here || !there) throw new Error('No bus')
    const heard = new Promise<LiveMessage>((resolve) => {
      there.subscribe(7, resolve)
    })
    // Repeated until received, because the other side may still be connecting.
    const again = setInterval(() => here.publish(7, [{ type: 'Ticket', id: 3 }]), 50)
    expect(await heard).toEqual({ tags: [{ type: 'Ticket', id: 3 }] })
    clearInterval(again)
    await Promise.all([here.close(), there.close()])
    await Promise.all(pools.map((pool) => pool.end()))
  })
})
