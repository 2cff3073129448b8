import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isInside, makeHookClient, readAllowedHost } from './hookClient.ts'

describe('the address of a hook', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    '[::1]',
    '224.0.0.1',
    'localhost',
  ])('%s is private', (address) => expect(isInside(address)).toBe(true))
  it.each([
    '8.8.8.8',
    '93.184.215.14',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
    '172.15.0.1',
    '::ffff:8.8.8.8',
  ])('%s is public', (address) => expect(isInside(address)).toBe(false))
})

describe('a call of a hook', () => {
  const server = createServer((request, response) => {
    if (request.url === '/away')
      return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    return response.end(
      request.url === '/long'
        ? 'x'.repeat(100_000)
        : `${request.method} ${String(request.headers['x-mark'])}`,
    )
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    port = (server.address() as AddressInfo).port
  })
  afterAll(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  )
  const call = (host: string, path: string, allowed: string[], lookup?: never) =>
    makeHookClient(allowed, lookup).call({
      method: 'POST',
      url: `http://${host}:${port}${path}`,
      headers: { 'x-mark': 'm' },
      body: '{}',
    })

  it('does not reach this machine by address, by name, or by a name that leads there', async () => {
    const leadsHome = ((
      _name: string,
      _options: object,
      done: (error: null, addresses: object[]) => void,
    ) => done(null, [{ address: '127.0.0.1', family: 4 }])) as never
    await expect(call('127.0.0.1', '/', [])).rejects.toThrow(/may not call/)
    await expect(call('localhost', '/', [])).rejects.toThrow(/may not call/)
    await expect(call('hooks.sample.test', '/', [], leadsHome)).rejects.toThrow(/may not call/)
  })
  it('reaches what is allowed by name, and follows no redirect', async () => {
    expect(await call('localhost', '/', ['localhost'])).toMatchObject({
      status: 200,
      body: 'POST m',
    })
    expect((await call('127.0.0.1', '/away', ['127.0.0.1'])).status).toBe(302)
  })
  it('reaches a host at the named port, and for the named company, alone', async () => {
    const [ours, theirs] = [
      '7f0c1f6e-2b1d-4f8e-9a55-3f8f6b1f0a11',
      '11111111-2b1d-4f8e-9a55-3f8f6b1f0a11',
    ]
    const to = (allowed: string, companyUuid: string) =>
      makeHookClient([allowed]).call({
        method: 'POST',
        url: `http://localhost:${port}/`,
        headers: { 'x-mark': 'm' },
        body: '{}',
        companyUuid,
      })
    expect((await to(`localhost:${port}`, ours)).status).toBe(200)
    expect((await to(`localhost:${port}@${ours}`, ours)).status).toBe(200)
    await expect(to(`localhost:${port + 1}`, ours)).rejects.toThrow(/may not call/)
    await expect(to(`localhost:${port}@${ours}`, theirs)).rejects.toThrow(/may not call/)
    await expect(to(`localhost@${ours}`, theirs)).rejects.toThrow(/may not call/)
  })
  it.each([
    ['erp.internal', true],
    ['erp.internal:8443', true],
    ['10.0.0.7:8443', true],
    ['[fd00::7]:8443', true],
    ['fd00::7', true],
    ['erp:0', false],
    ['erp:70000', false],
    ['erp/path', false],
    ['erp@nobody', false],
    ['http://erp', false],
  ])('treats %s as an allowed host: %s', (entry, expected) =>
    expect(readAllowedHost(entry) !== null).toBe(expected),
  )
  it('keeps the beginning of a long answer', async () =>
    expect((await call('localhost', '/long', ['localhost'])).body).toHaveLength(4_096))
})
