import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const REQUEST_ID_HEADER = 'x-request-id'

/** Ids accepted from a proxy: nothing that could break a log line. */
const WELL_FORMED = /^[\w.:-]{8,64}$/

export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}

const present = new AsyncLocalStorage<string | undefined>()

export const requestIdNow = (): { requestId?: string } => {
  const requestId = present.getStore()
  return requestId === undefined ? {} : { requestId }
}

/** Runs shared work outside the request, so that its log lines do not carry the id. */
export const withoutRequest = <T>(work: () => T): T => present.run(undefined, work)

export function nameRequests(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    present.run(request.id, done)
  })
  // Body events come from the connection, outside the request's context.
  http.addHook('preValidation', (request, _reply, done) => {
    present.run(request.id, done)
  })
}
