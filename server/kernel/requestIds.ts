/**
 * The name of a request: every line that the log writes while it is answered bears it, and so does
 * the answer, so that what a person sees on screen is found in the log.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const REQUEST_ID_HEADER = 'x-request-id'

/** What a proxy in front may call a request: nothing that could break a line of the log. */
const WELL_FORMED = /^[\w.:-]{8,64}$/

/** The proxy's name for it where it is well formed, a fresh one otherwise. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}

const present = new AsyncLocalStorage<string | undefined>()

/** For each line of the log. */
export const requestIdNow = (): { requestId?: string } => {
  const requestId = present.getStore()
  return requestId === undefined ? {} : { requestId }
}

/** What a request sets off and others use too: its lines are not of that request. */
export const withoutRequest = <T>(work: () => T): T => present.run(undefined, work)

export function nameRequests(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    present.run(request.id, done)
  })
  // The bytes of a body come by events of the connection, which know nothing of the request.
  http.addHook('preValidation', (request, _reply, done) => {
    present.run(request.id, done)
  })
}
