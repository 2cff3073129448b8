/** Compresses JSON answers. The page's files are compressed when they are built. */
import { promisify } from 'node:util'
import { gzip as gzipWithCallback, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Bytes. Smaller answers fit into one packet. */
const MIN_BYTES = 1_400
/** Bytes that take about half a millisecond. Larger answers are compressed by a thread. */
const MAX_INLINE_BYTES = 64 * 1024
const FAST = { level: 1 }
const gzip = promisify(gzipWithCallback)

/**
 * Requests prove themselves by a header that another site cannot send, so that lengths tell it
 * nothing. Signing in, which has cookies, stays uncompressed.
 */
const mayCompress = (url: string) => url.startsWith('/api/') && !url.startsWith('/api/auth/')

export function compressAnswers(http: FastifyInstance): void {
  http.addHook('onSend', async (request, reply, payload) => {
    if (
      typeof payload !== 'string' ||
      Buffer.byteLength(payload) < MIN_BYTES ||
      !mayCompress(request.url) ||
      reply.hasHeader('content-encoding') ||
      !String(reply.getHeader('content-type')).startsWith('application/json')
    )
      return payload
    reply.header('vary', 'accept-encoding')
    if (!acceptsGzip(String(request.headers['accept-encoding'] ?? ''))) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return payload.length > MAX_INLINE_BYTES ? gzip(payload, FAST) : gzipSync(payload, FAST)
  })
}

/** True for `gzip, br` and `gzip;q=0.5`, false for `gzip;q=0`. */
export const acceptsGzip = (header: string): boolean =>
  header.split(',').some((one) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(one))
