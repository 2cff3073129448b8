/**
 * Answers several calls of one endpoint in one transaction of their company, each with its own
 * rights. Only what succeeds is answered here. A call that is refused runs alone, so refusals have
 * one path.
 */
import type { Endpoint, Tag } from '#contract/endpoint.ts'
import { actorsIn, actorsQuestion, type Actor } from '#kernel/access/actor.ts'
import { makeScope, type Scope } from '#kernel/access/scope.ts'
import { inCompanyAfterMany, type Db } from '#kernel/data/transaction.ts'
import { PendingWrites } from '#kernel/events/pendingWrites.ts'
import { makeYielder } from '#kernel/work/yieldToEventLoop.ts'
import type { Kernel } from '#kernel/kernel.ts'
import {
  admit,
  readInput,
  renewed,
  type Answered,
  type SetHandler,
  type WithReply,
} from './call.ts'
import { Refusal } from './errors.ts'
import { parseAnswer } from './parseAnswer.ts'

interface Order {
  kernel: Kernel
  endpoint: Endpoint
  together: SetHandler<Endpoint>
}
interface Member extends ReturnType<typeof readInput> {
  arrival: WithReply
  actor: Actor
  scope: Scope
  tags: Tag[]
}

export async function answerTogether(
  { kernel, endpoint, together }: Order,
  arrivals: readonly WithReply[],
): Promise<(Answered | null)[]> {
  const [first] = arrivals
  if (!first?.claims) return []
  const { companyId } = first.claims
  const sessions = new Set(arrivals.flatMap(({ claims }) => claims?.jti ?? []))
  const { answered, hasEmitted } = await inCompanyAfterMany(
    kernel.pool,
    companyId,
    actorsQuestion(companyId, [...sessions], kernel.clock.now()),
    async (db, rows) => {
      const actors = actorsIn(rows)
      const pending = new PendingWrites()
      const members = arrivals.flatMap((arrival) => memberOf(arrival, actors, db, pending) ?? [])
      const results = members.length === 0 ? [] : await together(members)
      const yieldToLoop = makeYielder()
      const answered = new Map<WithReply, Member & { response: unknown }>()
      for (const [place, member] of members.entries()) {
        const result = results[place] ?? null
        if (result === null) continue
        const response = await parseAnswer(endpoint.response, result)
        answered.set(member.arrival, { ...member, response })
        await yieldToLoop()
      }
      const last = await pending.statement(db, companyId)
      return { answered, last, hasEmitted: pending.hasEmitted }
    },
    ({ last }) => last,
  )
  return Promise.all(
    arrivals.map(async (arrival) => {
      const member = answered.get(arrival)
      if (!member || !arrival.claims) return null
      await renewed(kernel, arrival.reply, arrival.claims, member.actor)
      const { params, body, tags, response } = member
      return { params, body, response, tags, hasEmitted, last: undefined }
    }),
  )
}

/** Undefined if the call is refused. It may be refused alone for a better reason. */
function memberOf(
  arrival: WithReply,
  actors: ReadonlyMap<string, Actor>,
  db: Db,
  pending: PendingWrites,
): Member | undefined {
  const { kernel, endpoint, request, claims } = arrival
  const actor = claims && actors.get(claims.jti)
  if (actor?.userId !== claims?.userId || !actor) return undefined
  const tags: Tag[] = []
  try {
    const input = readInput(endpoint, request)
    admit(arrival, actor)
    arrival.actor = actor
    const scope = makeScope({
      actor,
      clock: kernel.clock,
      publicUrl: kernel.publicUrl,
      db,
      tags,
      pending,
      open: () => {
        throw new Error('Calls that are answered together share one transaction')
      },
    })
    return { ...input, arrival, actor, scope, tags }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Sensitive calls, and those that wait for something, are answered alone. */
export function assertTogether(endpoint: Endpoint): void {
  const { kind, wire, transaction, security, confirmed, ownProof } = endpoint
  const isPlain = kind === 'mutation' && wire === 'json' && transaction === 'request'
  if (!isPlain || security !== null || confirmed || ownProof)
    throw new Error(`${endpoint.path} cannot be answered together`)
}
