/**
 * A push service of our own, over https: it checks what real ones check (RFC 8030, 8292) and
 * decrypts what the browser would (RFC 8291, 8188), with code that the server does not share.
 */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import type { lookup } from 'node:dns'
import { createServer } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { makeHookClient } from '#ports/hookClient.ts'
import { certificate, certificateKey } from './pushServiceCertificate.ts'

const PUSH_HOST = 'push.sample.test'

interface Pushed {
  /** The last part of the address. */
  to: string
  headers: IncomingHttpHeaders
  bytes: Buffer
  payload: Record<string, unknown>
  subject: string | undefined
}

export interface Browser {
  name: string
  subscription: { endpoint: string; p256dh: string; auth: string }
}

export interface PushService {
  pushed: Pushed[]
  /** Why requests were refused, by the checks of the service itself. */
  faults: string[]
  /** What the next requests get instead of 201, by the last part of the address. */
  answers: Map<string, { status: number; headers?: Record<string, string> }>
  browser(name: string, host?: string): Browser
  /** The client of hooks, as the product makes it, with this service's name and certificate. */
  client: ReturnType<typeof makeHookClient>
  /** What names resolve to. */
  addresses: Map<string, string>
  port: number
  close(): Promise<void>
}

interface Known {
  pair: ECDH
  auth: Buffer
}

/** `now`: the clock of the server under test. `publicKey`: what its browsers subscribed with. */
export async function startPushService(options: {
  now: () => Date
  publicKey: () => string
}): Promise<PushService> {
  const browsers = new Map<string, Known>()
  const service: Pick<PushService, 'pushed' | 'faults' | 'answers'> = {
    pushed: [],
    faults: [],
    answers: new Map(),
  }
  const server = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const to = (request.url ?? '').split('/').at(-1) ?? ''
      const answer = service.answers.get(to)
      if (answer) return response.writeHead(answer.status, answer.headers).end()
      const origin = `https://${request.headers.host ?? ''}`
      receive(browsers.get(to), {
        to,
        origin,
        headers: request.headers,
        bytes: Buffer.concat(parts),
        ...options,
      }).then(
        (pushed) => {
          service.pushed.push(pushed)
          response.writeHead(201, { location: `${origin}/m/1` }).end()
        },
        (error: unknown) => {
          service.faults.push(String(error))
          response.writeHead(400).end()
        },
      )
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const addresses = new Map([
    [PUSH_HOST, '127.0.0.1'],
    ['other.sample.test', '127.0.0.1'],
  ])
  const resolve = ((name: string, _options: unknown, done: (...given: unknown[]) => void) => {
    const address = addresses.get(name)
    if (address === undefined) done(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }))
    else done(null, [{ address, family: 4 }])
  }) as typeof lookup
  return Object.assign(service, {
    port,
    addresses,
    client: makeHookClient([`${PUSH_HOST}:${port}`], resolve, certificate),
    browser(name: string, host = PUSH_HOST): Browser {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const id = randomBytes(12).toString('hex')
      browsers.set(id, { pair, auth })
      return {
        name,
        subscription: {
          endpoint: `https://${host}:${port}/send/${id}`,
          p256dh: pair.getPublicKey('base64url'),
          auth: auth.toString('base64url'),
        },
      }
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  })
}

interface Received {
  to: string
  origin: string
  headers: IncomingHttpHeaders
  bytes: Buffer
  now: () => Date
  publicKey: () => string
}

async function receive(
  browser: Known | undefined,
  { to, origin, headers, bytes, now, publicKey }: Received,
): Promise<Pushed> {
  if (!browser) throw new Error('unknown address')
  if (!/^\d+$/.test(String(headers['ttl']))) throw new Error('no TTL')
  if (!/^(very-low|low|normal|high)$/.test(String(headers['urgency'] ?? 'normal')))
    throw new Error('no such urgency')
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(String(headers['topic'] ?? 'x'))) throw new Error('bad topic')
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm')
  if (bytes.length > 4_096) throw new Error('too large')
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey()) throw new Error('another key than the browser subscribed with')
  const point = Buffer.from(key, 'base64url')
  const { payload: claims } = await jwtVerify(
    token,
    createLocalJWKSet({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: point.subarray(1, 33).toString('base64url'),
          y: point.subarray(33).toString('base64url'),
        },
      ],
    }),
    { audience: origin, algorithms: ['ES256'], currentDate: now() },
  )
  if ((claims.exp ?? 0) - now().getTime() / 1000 > 86_400) throw new Error('valid for too long')
  if (!/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(claims.sub ?? '')) throw new Error('no contact')
  const text = decrypt(bytes, browser).toString('utf8')
  return {
    to,
    headers,
    bytes,
    payload: JSON.parse(text) as Record<string, unknown>,
    subject: claims.sub,
  }
}

/** RFC 8188 with the keys of RFC 8291, for a single record. */
export function decrypt(bytes: Buffer, { pair, auth }: Known): Buffer {
  const salt = bytes.subarray(0, 16)
  const idLength = bytes.readUInt8(20)
  const sender = bytes.subarray(21, 21 + idLength)
  const record = bytes.subarray(21 + idLength)
  if (record.length > bytes.readUInt32BE(16)) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const ikm = hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32)
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(ikm), salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('no delimiter of a last record')
  return padded.subarray(0, end)
}
