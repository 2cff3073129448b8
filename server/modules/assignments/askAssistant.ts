/**
 * If an assistant is configured, it is called after the built-in matcher assigned the ticket, so
 * that nothing waits for it. It may choose another eligible user; any other reply is ignored.
 */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  assignRule,
  company,
  equipment,
  location,
  role,
  ticket,
  ticketAssignment,
  userRole,
} from '#db/schema/index.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { makeScope } from '#kernel/access/scope.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import type { Tag } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { assignTicketByRule, oneTicketOf } from '../tickets/index.ts'

const POLL_MILLISECONDS = 3_000

type Waiting = typeof ticketAssignment.$inferSelect

/** Calls the assistant for every pending assignment. Returns their number. */
export async function askAssistant(kernel: Kernel, ending?: AbortSignal): Promise<number> {
  if (kernel.assistant === null) return 0
  for (let asked = 0; ; asked += 1) {
    if (ending?.aborted === true) return asked
    const waiting = await asSystem(kernel.pool, async (db) => {
      const [next] = await db
        .select()
        .from(ticketAssignment)
        .where(
          and(
            eq(ticketAssignment.by, 'rule'),
            eq(ticketAssignment.outcome, 'assigned'),
            isNull(ticketAssignment.askedAt),
          ),
        )
        .orderBy(asc(ticketAssignment.id))
        .limit(1)
        .for('update', { skipLocked: true })
      if (next)
        await db.update(ticketAssignment).set({ askedAt: kernel.clock.now() }).where(ofRow(next))
      return next
    })
    if (!waiting) return asked
    await ask(kernel, waiting).catch((error: unknown) =>
      kernel.log.warn(
        { err: error, ticketId: waiting.ticketId },
        'the assistant did not answer; the automatic choice stands',
      ),
    )
  }
}

const ofRow = ({ companyId, id }: Waiting) =>
  and(eq(ticketAssignment.companyId, companyId), eq(ticketAssignment.id, id))

async function ask(kernel: Kernel, waiting: Waiting): Promise<void> {
  const eligible = waiting.candidates.filter(({ reasons }) => reasons.length === 0)
  const facts =
    eligible.length < 2
      ? undefined
      : await asSystem(
          kernel.pool,
          async (db) =>
            (
              await db
                .select({
                  title: ticket.title,
                  equipment: equipment.name,
                  location: location.name,
                  instruction: assignRule.instruction,
                  timezone: company.timezone,
                  language: company.language,
                })
                .from(ticket)
                .innerJoin(company, eq(company.id, ticket.companyId))
                .innerJoin(
                  assignRule,
                  and(
                    eq(assignRule.companyId, ticket.companyId),
                    eq(assignRule.name, waiting.source ?? ''),
                  ),
                )
                .leftJoin(equipment, joinOn(equipment, ticket.equipmentId))
                .leftJoin(location, joinOn(location, ticket.locationId))
                .where(
                  and(eq(ticket.companyId, waiting.companyId), eq(ticket.id, waiting.ticketId)),
                )
            )[0],
        )
  if (facts === undefined || kernel.assistant === null) return
  const { title, equipment: thing, location: place, instruction, timezone, language } = facts
  const roles = await asSystem(kernel.pool, (db) =>
    rolesOf(
      db,
      waiting.companyId,
      eligible.map(({ userId }) => userId),
    ),
  )
  const reply = await kernel.assistant.choose({
    instruction,
    ticket: { title, equipment: thing, location: place },
    candidates: eligible.map(({ userId, name, load }) => ({
      id: userId,
      name,
      roles: roles.get(userId) ?? [],
      openTickets: load,
    })),
  })
  const chosen = eligible.find(({ userId }) => userId === reply)
  if (chosen === undefined) return
  const tags: Tag[] = []
  await inCompany(kernel.pool, waiting.companyId, async (db) => {
    const scope = makeScope({
      actor: systemActor(waiting.companyId, timezone, language, {
        kind: 'automation',
        id: waiting.runId,
        name: waiting.automationName ?? '',
      }),
      clock: kernel.clock,
      db,
      tags,
      open: () => {
        throw new Error('Already inside a transaction')
      },
    })
    const before = await oneTicketOf(scope, waiting.ticketId)
    // A user or another rule has reassigned the ticket since, which takes precedence.
    if (before.ticket.assigneeId !== waiting.chosenId) return
    await assignTicketByRule(scope, before, chosen.userId)
    await db
      .update(ticketAssignment)
      .set({
        decidedBy: 'assistant',
        chosenId: chosen.userId,
        candidates: sql`${JSON.stringify(waiting.candidates.map((each) => ({ ...each, isChosen: each.userId === chosen.userId })))}::jsonb`,
      })
      .where(ofRow(waiting))
  })
  kernel.live.publish(waiting.companyId, [...tags, { type: 'Ticket', id: waiting.ticketId }])
}

/** Current role names, because an instruction may mention a role. */
async function rolesOf(
  db: Db,
  companyId: Id<'company'>,
  userIds: Id<'user'>[],
): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ userId: userRole.userId, name: role.name })
    .from(userRole)
    .innerJoin(role, joinOn(role, userRole.roleId))
    .where(and(eq(userRole.companyId, companyId), inArray(userRole.userId, userIds)))
    .orderBy(asc(role.name))
  return new Map(
    [...groupBy(rows, ({ userId }): number => userId)].map(([userId, own]) => [
      userId,
      own.map(({ name }) => name),
    ]),
  )
}

export function startAskingAssistant(kernel: Kernel): void {
  if (kernel.assistant === null) return
  startJob(kernel, {
    name: 'questions to the assistant',
    every: POLL_MILLISECONDS,
    run: (ending) => askAssistant(kernel, ending),
  })
}
