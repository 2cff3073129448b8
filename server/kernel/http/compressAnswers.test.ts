import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptsGzip, compressAnswers } from './compressAnswers.ts'

const http = Fastify()
const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, id) => ({ id })) })
beforeAll(async () => {
  compressAnswers(http)
  for (const path of ['/api/list/:count', '/api/auth/list/:count'])
    http.get<{ Params: { count: string } }>(path, ({ params }) => rows(Number(params.count)))
  http.get('/api/picture', (_request, reply) => reply.type('image/png').send('a'.repeat(9_000)))
  await http.ready()
})
afterAll(() => http.close())

const get = (url: string, encoding = 'gzip, deflate, br') =>
  http.inject({ url, headers: { 'accept-encoding': encoding } })

describe('an answer of the API', () => {
  it('is compressed if it is longer than a packet, also if a thread does it', async () => {
    for (const count of [300, 20_000]) {
      const answer = await get(`/api/list/${count}`)
      expect(answer.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: 'accept-encoding',
        'content-length': String(answer.rawPayload.length),
      })
      expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual(rows(count))
      expect(answer.rawPayload.length * 2).toBeLessThan(JSON.stringify(rows(count)).length)
    }
  })

  it('stays as it is if it is short, not JSON, about signing in, or for a caller without gzip', async () => {
    for (const url of ['/api/list/9', '/api/picture', '/api/auth/list/300'])
      expect((await get(url)).headers['content-encoding'], url).toBeUndefined()
    const plain = await get('/api/list/300', 'br')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.vary).toBe('accept-encoding')
    expect(plain.json()).toEqual(rows(300))
  })

  it('is compressed only if the caller accepts that', () => {
    expect(['gzip', 'br, gzip;q=0.5', 'GZIP'].map(acceptsGzip)).toEqual([true, true, true])
    expect(['', 'br', 'gzip;q=0', 'gzip; q=0.000'].map(acceptsGzip)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
