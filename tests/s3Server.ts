/**
 * A small S3-compatible store for tests: one bucket in memory, path-style addresses, and signatures
 * of version 4 recomputed from the request (AWS: Authenticating Requests, Signature Version 4).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'

interface Signed {
  method: string
  url: string
  headers: IncomingHttpHeaders
}

const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const keyed = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest()

/** The expected signature of a request, by the scope of its authorization header. */
export function signatureOf({ method, url, headers }: Signed, secretKey: string): string {
  const { scope, names } = authorizationIn(headers)
  const { pathname, searchParams } = new URL(url, 'http://host')
  searchParams.sort()
  const canonical = [
    method,
    pathname,
    searchParams.toString(),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, hash(canonical)]
  const [day = '', region = '', service = '', end = ''] = scope.split('/')
  const key = [day, region, service, end].reduce<string | Buffer>(
    (above, part) => keyed(above, part),
    `AWS4${secretKey}`,
  )
  return keyed(key, text.join('\n')).toString('hex')
}

function authorizationIn(headers: IncomingHttpHeaders) {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  const [, accessKey = '', scope = '', names = '', signature = ''] = found ?? []
  return { accessKey, scope, names: names.split(';'), signature }
}

function isAllowed(request: Signed, accessKey: string, secretKey: string): boolean {
  const sent = authorizationIn(request.headers)
  if (sent.accessKey !== accessKey) return false
  return timingSafeEqual(Buffer.from(sent.signature), Buffer.from(signatureOf(request, secretKey)))
}

export interface S3Server {
  url: string
  objects: Map<string, Buffer>
  /** The next responses, in place of its own: a status, or a closed connection. */
  faults: (number | 'cut')[]
  stop(): Promise<void>
}

export async function startS3Server({
  accessKey,
  secretKey,
}: {
  accessKey: string
  secretKey: string
}): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const faults: S3Server['faults'] = []
  const answer = async (request: IncomingMessage): Promise<[number, Buffer]> => {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    const [, bucket, ...rest] = url.split('/')
    const key = rest.join('/')
    if (!isAllowed({ method, url, headers }, accessKey, secretKey))
      return [403, Buffer.from('<Code>SignatureDoesNotMatch</Code>')]
    if (hash(body) !== headers['x-amz-content-sha256'])
      return [400, Buffer.from('<Code>XAmzContentSHA256Mismatch</Code>')]
    if (bucket !== 'bucket') return [404, Buffer.from('<Code>NoSuchBucket</Code>')]
    if (method === 'PUT') objects.set(key, body)
    else if (method === 'DELETE') objects.delete(key)
    else {
      const found = objects.get(key)
      return found === undefined ? [404, Buffer.from('<Code>NoSuchKey</Code>')] : [200, found]
    }
    return [method === 'PUT' ? 200 : 204, Buffer.alloc(0)]
  }
  const server = createServer((request, response) => {
    void answer(request).then(([status, bytes]) => {
      const fault = faults.shift()
      if (fault === 'cut') request.socket.destroy()
      else if (fault === undefined)
        response.writeHead(status, { 'content-length': bytes.length }).end(bytes)
      else response.writeHead(fault).end('<Code>SlowDown</Code>')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}/bucket`,
    objects,
    faults,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
