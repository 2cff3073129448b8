/**
 * What watches an installation: /healthz (alive), /readyz (can do its work), /metrics (numbers).
 * Strangers may ask the first two and learn no more than well or not; numbers are for this machine,
 * or for who holds METRICS_TOKEN.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isReady, type Health } from '#kernel/work/health.ts'
import type { Metrics } from '#kernel/work/metrics.ts'
import { isLoopback } from './loopback.ts'

interface Watched {
  health: Health
  metrics: Metrics
  metricsToken: string | undefined
}

export function serveHealth(
  http: FastifyInstance,
  { health, metrics, metricsToken }: Watched,
): void {
  const fresh = (reply: FastifyReply) => reply.header('cache-control', 'no-store')
  http.get('/healthz', (_request, reply) => fresh(reply).send({ status: 'ok' }))
  http.get('/readyz', async (_request, reply) => {
    const readiness = await health.readiness()
    return fresh(reply)
      .status(isReady(readiness) ? 200 : 503)
      .send({
        status: isReady(readiness) ? 'ok' : 'not ready',
        checks: Object.fromEntries(
          Object.entries(readiness).map(([check, isWell]) => [check, isWell ? 'ok' : 'not ok']),
        ),
      })
  })
  http.get('/metrics', async (request, reply) => {
    // The page has a screen at this address: a browser that opens it gets that.
    if (request.headers.accept?.includes('text/html')) return reply.callNotFound()
    reply.header('vary', 'accept')
    if (!mayRead(request, metricsToken))
      return fresh(reply).status(403).type('text/plain').send(CLOSED)
    return fresh(reply)
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

const CLOSED =
  'Metrics are for callers on this machine. For others set METRICS_TOKEN and send it as a bearer.\n'

/** What proxies add: a caller from elsewhere. */
const PROXIED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** A token, where there is one, is asked of everybody: a proxy makes strangers callers of here. */
function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined)
    return (
      !PROXIED.some((name) => headers[name] !== undefined) && isLoopback(socket.remoteAddress ?? '')
    )
  const given = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
