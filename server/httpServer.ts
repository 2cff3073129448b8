/** The HTTP server without routes: limits, log, parsers, shutdown. */
import { setTimeout as wait } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import { addSecurityHeaders } from './contentPolicy.ts'
import { refuseHugeText } from '#kernel/http/bodySize.ts'
import { compressAnswers } from '#kernel/http/compressAnswers.ts'
import { UnparsedBody } from '#kernel/http/unparsedBody.ts'
import { answerFaults } from '#kernel/http/errorAnswers.ts'
import { loggedError } from '#kernel/work/logErrors.ts'
import { nameRequests, requestIdNow, requestIdOf } from '#kernel/http/requestIds.ts'
import type { AppOptions, Arrival } from './appOptions.ts'
import type { Tracing } from './ports/tracing.ts'
import { makeProxyTest } from './config/trustedProxies.ts'

const ARRIVAL: Arrival = { headers: 15_000, request: 120_000, silence: 90_000, checkedEvery: 5_000 }

const BODY_MAXIMUM = 2 * 1024 * 1024

type HttpOptions = Pick<AppOptions, 'arrival' | 'logLevel' | 'logTo' | 'trustedProxies'>

export function makeHttp(options: HttpOptions, tracing: Tracing): FastifyInstance {
  const arrival = { ...ARRIVAL, ...options.arrival }
  const http = Fastify({
    requestTimeout: arrival.request,
    connectionTimeout: arrival.silence,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: arrival.headers, connectionsCheckingInterval: arrival.checkedEvery },
    // Some paths of the specification end with a slash (section 7).
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ url }) => withoutMobilePrefix(url ?? '/'),
    // a busy machine may start slowly
    pluginTimeout: 120_000,
    bodyLimit: BODY_MAXIMUM,
    genReqId: requestIdOf,
    trustProxy: makeProxyTest(options.trustedProxies ?? ['loopback']),
    forceCloseConnections: 'idle',
    // The authorization header and the query string (which may hold ?token=) never reach a log.
    logger: {
      level: options.logLevel,
      mixin: () => ({ ...requestIdNow(), ...traceIdIn(tracing) }),
      ...(options.logTo && { stream: options.logTo }),
      serializers: {
        err: (error) => ({ ...loggedError(error) }),
        req: (request) => ({ method: request.method, url: request.url.split('?')[0] }),
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
  })
  nameRequests(http)
  return http
}

/** Pages built with `VITE_MOBILE=1` call `/m/api/...` (specification, section 7). */
const withoutMobilePrefix = (url: string): string =>
  /^\/m\/api(?=[/?]|$)/.test(url) ? url.slice('/m'.length) : url

function traceIdIn(tracing: Tracing): { traceId?: string } {
  const traceId = tracing.traceIdNow()
  return traceId === undefined ? {} : { traceId }
}

type Reached = Pick<AppOptions, 'frameAncestors' | 'mapToken' | 'providers' | 'publicUrl'>

export async function prepareRequests(
  http: FastifyInstance,
  { frameAncestors, mapToken, providers, publicUrl }: Reached,
): Promise<void> {
  answerFaults(http, http.log)
  await addSecurityHeaders(http, {
    providers: providers.map(({ issuer }) => new URL(issuer).origin),
    frameAncestors,
    hasVendorMap: mapToken !== undefined,
    isEncrypted: publicUrl.startsWith('https:'),
  })
  parseJson(http)
  await http.register(multipart)
  await http.register(cookie)
  compressAnswers(http)
  http.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
  })
}

/**
 * Like Fastify's parser, but refuses text that the database cannot store. Endpoints with
 * `unparsedBody` get what is not JSON, whatever its content type.
 */
function parseJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, text: string, done) => {
      try {
        refuseHugeText(text)
      } catch (error) {
        done(error as Error)
        return
      }
      void parse(request, text, (error, body) =>
        error !== null && takesUnparsed(request)
          ? done(null, new UnparsedBody(text))
          : done(error, body),
      )
    },
  )
  http.addContentTypeParser('*', { parseAs: 'string' }, (request, text: string, done) => {
    if (takesUnparsed(request)) done(null, new UnparsedBody(text))
    else done(Object.assign(new Error('Unsupported content type'), { statusCode: 415 }))
  })
}

const takesUnparsed = ({ routeOptions }: FastifyRequest): boolean =>
  'unparsedBody' in routeOptions.config && routeOptions.config.unparsedBody === true

/** Time for running requests when the server stops. */
const GRACE_MILLISECONDS = 10_000

export async function closeGracefully(http: FastifyInstance): Promise<void> {
  let isClosed = false
  const closed = http.close().finally(() => {
    isClosed = true
  })
  for (const deadline = performance.now() + GRACE_MILLISECONDS; !isClosed;) {
    // Idle keep-alive connections would wait for another request.
    if (performance.now() < deadline) http.server.closeIdleConnections()
    else http.server.closeAllConnections()
    await Promise.race([closed, wait(50)])
  }
  await closed
}
