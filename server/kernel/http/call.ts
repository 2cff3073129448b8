/** A call on its way through the server: who makes it, what it says, and how often it may. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { TokenClaims } from '#contract/auth/auth.ts'
import type { Contract, Endpoint, Tag } from '#contract/endpoint.ts'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { valueCodes, type InputCode } from '#contract/refusals.ts'
import type { Actor } from '#kernel/access/actor.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { refuseHugeBody } from './bodySize.ts'
import { badInputs, notAllowed, notSignedIn, secondStepRequired } from './errors.ts'
import type { Wire } from './fileBodies.ts'

interface Call<E extends Endpoint> {
  params: z.output<E['params']>
  body: z.output<E['body']>
  wire: Wire
}
export type Handler<E extends Endpoint> = (
  scope: Scope,
  call: Call<E>,
) => Promise<z.input<E['response']>>
export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> }

/** Of an endpoint whose calls may be answered together. Null for one that is to run alone. */
export type SetHandlers<C extends Contract> = { [K in keyof C]?: SetHandler<C[K]> }
export type SetHandler<E extends Endpoint> = (
  calls: readonly { scope: Scope; params: z.output<E['params']>; body: z.output<E['body']> }[],
) => Promise<(z.input<E['response']> | null)[]>

export type Mounted = { name: string; endpoint: Endpoint; handler: Handler<Endpoint> }[]

export type Given = Pick<FastifyRequest, 'query' | 'params' | 'body' | 'headers' | 'method' | 'url'>

export interface Arrival<R extends Given = FastifyRequest> {
  kernel: Kernel
  endpoint: Endpoint
  handler: Handler<Endpoint>
  request: R
  wire: Wire
  /** Set once the token is verified. */
  claims?: TokenClaims
  /** Set once the actor is known, for the log of refusals. */
  actor?: Actor
  /** True if the call counts for the rate limit already. */
  isCounted?: boolean
  /** Where the handler's own transactions run. Omit for the primary database. */
  pool?: Kernel['pool']
}
export type WithReply = Arrival & { reply: FastifyReply }
export interface Answered {
  params: unknown
  body: unknown
  response: unknown
  tags: readonly Tag[]
  hasEmitted: boolean
  last: SQL | undefined
}

export function readInput(endpoint: Endpoint, request: Given) {
  const params = parse(
    endpoint.params,
    { ...asRecord(request.query), ...asRecord(request.params) },
    'params',
  )
  if (endpoint.wire === 'upload') return { params, body: undefined }
  refuseHugeBody(request.body)
  return { params, body: parse(endpoint.body, request.body ?? undefined, 'body') }
}

export async function claimsOf(kernel: Kernel, request: FastifyRequest): Promise<TokenClaims> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme !== 'Bearer' || !token) throw notSignedIn('noToken')
  return kernel.tokens.verify(token)
}

/**
 * Renews the page's token if it ages or its claims changed, so that a role change takes effect with
 * the next call.
 */
export async function renewed(
  kernel: Kernel,
  reply: FastifyReply,
  claims: TokenClaims,
  actor: Actor,
): Promise<Actor> {
  if (kernel.tokens.isAgeing(claims) || !saysTheSame(claims, claimsOfActor(actor))) {
    const { iat: _iat, exp: _exp, ...rest } = claims
    reply.header(
      'authorization',
      `Bearer ${await kernel.tokens.sign({ ...rest, ...claimsOfActor(actor) })}`,
    )
  }
  return actor
}

function saysTheSame(claims: TokenClaims, now: ReturnType<typeof claimsOfActor>): boolean {
  const { language, tz, permissions, ae, al, ap } = claims
  return JSON.stringify({ language, tz, permissions, ae, al, ap }) === JSON.stringify(now)
}

/** The claims that follow from the actor, in the token's order. */
export function claimsOfActor(actor: Actor) {
  return {
    language: actor.language,
    tz: actor.timezone,
    permissions: [...actor.permissions].sort(),
    ae: actor.equipmentTypeIds === null,
    al: actor.locationTypeIds === null,
    ap: actor.procedureTypeIds === null,
  }
}

export function admit(arrival: Arrival<Given>, actor: Actor): void {
  const { kernel, endpoint } = arrival
  const person = `${actor.companyId}.${actor.userId}`
  if (!arrival.isCounted) kernel.rates.take(['person', person], ['company', actor.companyId])
  arrival.isCounted = true
  if (actor.mustSetUpSecondStep && !endpoint.duringSetUp) throw secondStepRequired()
  if (!endpoint.access.startsWith('can:')) return
  const group = endpoint.access.slice('can:'.length) as PermissionGroup
  if (!actor.permissions.has(group)) throw notAllowed(group)
}

function parse(schema: z.ZodType, given: unknown, part: 'params' | 'body'): unknown {
  if (schema instanceof z.ZodUndefined) return undefined
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw badInputs(
    result.error.issues.slice(0, 100).map((issue) => ({
      path: [part, ...issue.path].map(String).join('.'),
      code: issue.code === 'custom' ? ownCode(issue.params) : issue.code,
      message: issue.message,
    })),
  )
}

/** The code of the contract's own refinement, which the page translates. */
const ownCode = (params: Record<string, unknown> | undefined): InputCode =>
  valueCodes.find((code) => code === params?.['code']) ?? 'custom'

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
