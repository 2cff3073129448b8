/**
 * Monitoring endpoints: /healthz (alive), /readyz (can serve), /metrics. The first two are public
 * and reveal only yes or no. Metrics need this machine's address or METRICS_TOKEN.
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
  release: { version: string; commit: string | null }
}

export function serveHealth(
  http: FastifyInstance,
  { health, metrics, metricsToken, release: { version, commit } }: Watched,
): void {
  const fresh = (reply: FastifyReply) => reply.header('cache-control', 'no-store')
  http.get('/healthz', (_request, reply) => fresh(reply).send({ status: 'ok' }))
  http.get('/readyz', async (_request, reply) => {
    const readiness = await health.readiness()
    return fresh(reply)
      .status(isReady(readiness) ? 200 : 503)
      .send({
        status: isReady(readiness) ? 'ok' : 'not ready',
        version,
        commit,
        checks: Object.fromEntries(
          Object.entries(readiness).map(([check, isWell]) => [check, isWell ? 'ok' : 'not ok']),
        ),
      })
  })
  http.get('/metrics', async (request, reply) => {
    // The page has a screen at this path, which browsers get.
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

/** Headers that proxies add: the request comes from elsewhere. */
const PROXIED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** If a token is set, every caller needs it: a proxy makes remote callers look local. */
function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined)
    return (
      !PROXIED.some((name) => headers[name] !== undefined) && isLoopback(socket.remoteAddress ?? '')
    )
  const given = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
