/**
 * The only way to register a route. Order of a request: transaction, opened together with loading
 * the actor → access → parse → handler → parse of the response → security log → journal, events and
 * commit in one message → publish.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  idempotencyHeader,
  isDoneOnce,
  type Contract,
  type Endpoint,
  type Tag,
} from '#contract/endpoint.ts'
import { callHeader } from '#contract/live.ts'
import { keyedCall } from './idempotency.ts'
import { actorIn, actorOf, actorQuestion, type Actor } from '#kernel/access/actor.ts'
import { refuseUnconfirmed, refuseWithoutOwnProof } from '#kernel/access/recentProof.ts'
import { notSignedIn, Refusal } from './errors.ts'
import { isEndedForAnother } from './errorAnswers.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Writer } from './eventStream.ts'
import { networkOf, consumeAttempt } from '#kernel/access/attemptLimits.ts'
import { answerTogether, assertTogether } from './answerTogether.ts'
import {
  admit,
  claimsOf,
  readInput,
  renewed,
  type Answered,
  type Arrival,
  type Given,
  type Handler,
  type Handlers,
  type Mounted,
  type SetHandler,
  type SetHandlers,
  type WithReply,
} from './call.ts'
import { makeWire } from './fileBodies.ts'
import { parseAnswer } from './parseAnswer.ts'
import { makeGroups, type Groups } from '#kernel/work/groups.ts'
import { PendingWrites } from '#kernel/events/pendingWrites.ts'
import type { Replica } from '#kernel/data/replica.ts'
import { makeScope } from '#kernel/access/scope.ts'
import { isRightRefused, recordSuccess, recordRefusal } from '#kernel/access/securityLog.ts'
import {
  querySystem,
  asSystem,
  inCompany,
  inCompanyAfter,
  type Db,
} from '#kernel/data/transaction.ts'

export { claimsOfActor, type Handlers, type Mounted } from './call.ts'

export function mount<C extends Contract>(
  app: FastifyInstance,
  kernel: Kernel,
  contract: C,
  handlers: Handlers<C>,
  mounted: Mounted,
  sets: SetHandlers<C> = {},
): void {
  for (const name of Object.keys(contract)) {
    const endpoint: Endpoint | undefined = contract[name]
    const handler = handlers[name] as Handler<Endpoint> | undefined
    if (!endpoint || !handler) throw new Error(`No handler for ${name}`)
    mounted.push({ name, endpoint, handler })
    const together = sets[name] as SetHandler<Endpoint> | undefined
    const groups = together && groupsOf(kernel, endpoint, together)
    for (const path of [endpoint.path, ...endpoint.alsoAt])
      app.route({
        method: endpoint.method,
        url: path.replace(/\{(\w+)\}/g, ':$1'),
        config: { wire: endpoint.wire, unparsedBody: endpoint.unparsedBody },
        handler: (request, reply) =>
          kernel.tracing.span(
            `${endpoint.method} ${endpoint.path}`,
            {
              'http.request.method': endpoint.method,
              'http.route': endpoint.path,
              'plantroom.request': request.id,
            },
            () => serve({ kernel, endpoint, handler, request, reply, groups }),
            request.headers,
          ),
      })
  }
}

type CallGroups = Groups<WithReply, Answered>

async function serve({
  groups,
  ...given
}: Omit<WithReply, 'wire'> & { groups: CallGroups | undefined }) {
  const { kernel, endpoint, request, reply } = given
  const arrival: WithReply = { ...given, wire: makeWire(request, reply, kernel.browserCookie) }
  try {
    return await finish(arrival, await inGroup(arrival, groups))
  } catch (error) {
    if (arrival.actor && isRightRefused(error))
      await recordRefusal(kernel, endpoint, arrival.actor, networkOf(request.ip))
    throw error
  }
}

/** A call with an idempotency key runs alone. */
async function inGroup(arrival: WithReply, groups: CallGroups | undefined): Promise<Answered> {
  if (!groups || arrival.request.headers[idempotencyHeader] !== undefined)
    return answerAgain(arrival)
  const { companyId } = (arrival.claims = await claimsOf(arrival.kernel, arrival.request))
  return groups.take(companyId, arrival)
}

function groupsOf(kernel: Kernel, endpoint: Endpoint, together: SetHandler<Endpoint>): CallGroups {
  assertTogether(endpoint)
  return makeGroups({
    alone: answerAgain,
    together: async (_companyId, arrivals) => {
      try {
        return await answerTogether({ kernel, endpoint, together }, arrivals)
      } catch (error) {
        kernel.log.warn({ err: error }, 'a group of calls failed; each is answered alone')
        return []
      }
    },
  })
}

const READ_AT_MOST = 3

async function answerAgain(arrival: WithReply): Promise<Answered> {
  const { kind, transaction, readsMuch } = arrival.endpoint
  const readsOnly = kind === 'query' && (transaction === 'request' || readsMuch)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await answer(arrival)
    } catch (error) {
      if (!readsOnly || attempt === READ_AT_MOST || !isEndedForAnother(error)) throw error
    }
  }
}

/**
 * The actor is loaded in the message that opens the call's transaction, or in a separate message
 * without one.
 */
async function answer(arrival: WithReply): Promise<Answered> {
  const { kernel, endpoint, request, reply } = arrival
  if (endpoint.access === 'public') {
    await refuseCrowd(kernel, endpoint, request)
    return handle(arrival, null, null)
  }
  const claims = arrival.claims ?? (await claimsOf(kernel, request))
  const question = actorQuestion(claims, kernel.clock.now())
  const actor = (rows: Parameters<typeof actorIn>[0]) =>
    renewed(kernel, reply, claims, actorIn(rows, claims))
  const inPrimary = async () =>
    endpoint.transaction === 'request'
      ? inCompanyAfter(
          kernel.pool,
          claims.companyId,
          question,
          async (db, rows) => handle(arrival, await actor(rows), db),
          ({ last }) => last,
        )
      : handle(arrival, await actor(await querySystem(kernel.pool, question)), null)
  const inReplica = async (replica: Replica) => {
    const who = await actor(await querySystem(kernel.pool, question))
    const read = (pool: Kernel['pool']) =>
      endpoint.transaction === 'request'
        ? inCompany(pool, claims.companyId, (db) => handle(arrival, who, db))
        : handle({ ...arrival, pool }, who, null)
    const found = await replica.read(read)
    return found === undefined ? read(kernel.pool) : found.answer
  }
  const { replica } = kernel
  const work = () => (endpoint.readsMuch && replica !== null ? inReplica(replica) : inPrimary())
  return endpoint.takesTurn ? kernel.heavyReads.take(claims.companyId, work) : work()
}

/** Rights, parsing and the handler, in a transaction that is open or without one. */
export async function handle(
  arrival: Arrival<Given>,
  actor: Actor | null,
  db: Db | null,
): Promise<Answered> {
  const { kernel, endpoint, handler, request, wire, pool = kernel.pool } = arrival
  if (actor) {
    arrival.actor = actor
    admit(arrival, actor)
  }
  const { params, body } = readInput(endpoint, request)
  // After parsing: nobody should prove their identity for a call that is refused anyway.
  if (actor && endpoint.confirmed) refuseUnconfirmed(actor, kernel.clock.now())
  if (actor && endpoint.ownProof)
    refuseWithoutOwnProof(actor, endpoint.confirmed, kernel.clock.now())

  const keyed =
    db && actor && isDoneOnce(endpoint)
      ? await keyedCall(db, actor, callOf(request, body), kernel.clock.now())
      : null
  if (keyed?.before) {
    const { answer: response } = keyed.before
    return { params, body, response, tags: [], hasEmitted: false, last: undefined }
  }

  const tags: Tag[] = []
  const pending = new PendingWrites()
  const scope = makeScope({
    actor,
    clock: kernel.clock,
    publicUrl: kernel.publicUrl,
    db,
    tags,
    open: (someone, work) => inCompany(pool, someone.companyId, work),
    ...(db && { pending }),
  })
  const result = await handler(scope, { params, body, wire }).catch((error: unknown) => {
    throw parsedRefusal(endpoint, error)
  })
  const response =
    endpoint.wire === 'stream' ? result : await parseAnswer(endpoint.response, result)
  await keyed?.keep(response)
  if (db && actor) await recordSuccess(kernel, db, endpoint, actor, params, wire.from)
  const last = db && actor ? await pending.statement(db, actor.companyId) : undefined
  // Without a transaction of the call, its events are in those that the handler opened.
  const hasEmitted = db === null || pending.hasEmitted
  return { params, body, response, tags, hasEmitted, last }
}

/** After the commit: publishes the changes and sends the answer. */
async function finish(
  { kernel, endpoint, request, reply, wire, actor }: WithReply,
  { params, body, response, tags, hasEmitted }: Answered,
) {
  if (actor && endpoint.transaction === 'none' && endpoint.security !== null) {
    await inCompany(kernel.pool, actor.companyId, (db) =>
      recordSuccess(kernel, db, endpoint, actor, params, wire.from),
    )
  }
  if (endpoint.kind === 'mutation' && actor) {
    const own = endpoint.tags({ params, body, response })
    kernel.live.publish(actor.companyId, [...own, ...tags], writerOf(request, own))
    if (hasEmitted) kernel.wake(actor.companyId)
  }
  if (endpoint.wire === 'stream') return wire.finished ? reply : reply.send(response)
  return reply.send(response)
}

const callOf = ({ headers, method, url }: Given, body: unknown) => ({
  method,
  path: url,
  body,
  key: headers[idempotencyHeader],
})

/** The id that the page gave this call. Malformed ids are ignored. */
function writerOf({ headers }: FastifyRequest, tags: readonly Tag[]): Writer | undefined {
  const call = headers[callHeader]
  return typeof call === 'string' && /^[\w.-]{8,80}$/.test(call) ? { call, tags } : undefined
}

/** A refusal shows no more of a row than the call's own answer; the rest is dropped. */
function parsedRefusal(endpoint: Endpoint, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.extra.current === undefined) return error
  const { current, ...extra } = error.extra
  const parsed = endpoint.response.safeParse(current)
  return new Refusal(
    error.status,
    error.message,
    error.errors,
    parsed.success ? { ...extra, current: parsed.data } : extra,
  )
}

/** Limits public calls by network address per quarter of an hour. */
async function refuseCrowd(
  kernel: Kernel,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  const key = `call:${endpoint.path}:${networkOf(request.ip)}`
  await asSystem(kernel.pool, (db) =>
    consumeAttempt(db, [[key, endpoint.perAddress]], kernel.clock.now()),
  )
}

/**
 * Loads the actor of a session's token. Throws 401 for other tokens. For public calls that a
 * setting can close.
 */
export async function actorOfToken(kernel: Kernel, token: string | null): Promise<Actor> {
  if (token === null) throw notSignedIn('noToken')
  const claims = await kernel.tokens.verify(token)
  return asSystem(kernel.pool, (db) => actorOf(db, claims, kernel.clock.now()))
}
