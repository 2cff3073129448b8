/**
 * If an assistant is configured, it is called after the built-in matcher assigned the ticket, so
 * that nothing waits for it. It may choose another eligible user; any other reply is ignored.
 */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { systemActor } from '#kernel/access/actor.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { makeScope } from '#kernel/access/scope.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import type { Tag } from '#contract/endpoint.ts'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { assignTicketByRule, selectTicket } from '../tickets/index.ts'

const POLL_MILLISECONDS = 3_000

type Waiting = typeof tables.ticketAssignment.$inferSelect

export async function askAssistant(kernel: Kernel, ending?: AbortSignal): Promise<number> {
  if (kernel.assistant === null) return 0
  for (let asked = 0; ; asked += 1) {
    if (ending?.aborted === true) return asked
    const waiting = await asSystem(kernel.pool, async (db) => {
      const [next] = await db
        .select()
        .from(tables.ticketAssignment)
        .where(
          and(
            eq(tables.ticketAssignment.by, 'rule'),
            eq(tables.ticketAssignment.outcome, 'assigned'),
            isNull(tables.ticketAssignment.askedAt),
          ),
        )
        .orderBy(asc(tables.ticketAssignment.id))
        .limit(1)
        .for('update', { skipLocked: true })
      if (next)
        await db
          .update(tables.ticketAssignment)
          .set({ askedAt: kernel.clock.now() })
          .where(ofRow(next))
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
  ofCompany(tables.ticketAssignment, companyId, eq(tables.ticketAssignment.id, id))

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
                  title: tables.ticket.title,
                  equipment: tables.equipment.name,
                  location: tables.location.name,
                  instruction: tables.assignRule.instruction,
                  timezone: tables.company.timezone,
                  language: tables.company.language,
                })
                .from(tables.ticket)
                .innerJoin(tables.company, eq(tables.company.id, tables.ticket.companyId))
                .innerJoin(
                  tables.assignRule,
                  and(
                    eq(tables.assignRule.companyId, tables.ticket.companyId),
                    eq(tables.assignRule.name, waiting.source ?? ''),
                  ),
                )
                .leftJoin(tables.equipment, joinOn(tables.equipment, tables.ticket.equipmentId))
                .leftJoin(tables.location, joinOn(tables.location, tables.ticket.locationId))
                .where(
                  ofCompany(
                    tables.ticket,
                    waiting.companyId,
                    eq(tables.ticket.id, waiting.ticketId),
                  ),
                )
            )[0],
        )
  if (facts === undefined || kernel.assistant === null) return
  const { title, equipment, location, instruction, timezone, language } = facts
  const roles = await asSystem(kernel.pool, (db) =>
    rolesOf(
      db,
      waiting.companyId,
      language,
      eligible.map(({ userId }) => userId),
    ),
  )
  const reply = await kernel.assistant.choose({
    instruction,
    ticket: { title, equipment, location },
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
    const before = await selectTicket(scope, waiting.ticketId)
    // A user or another rule has reassigned the ticket since, which takes precedence.
    if (before.ticket.assigneeId !== waiting.chosenId) return
    await assignTicketByRule(scope, before, chosen.userId)
    await db
      .update(tables.ticketAssignment)
      .set({
        decidedBy: 'assistant',
        chosenId: chosen.userId,
        candidates: sql`${JSON.stringify(waiting.candidates.map((each) => ({ ...each, isChosen: each.userId === chosen.userId })))}::jsonb`,
      })
      .where(ofRow(waiting))
  })
  kernel.live.publish(waiting.companyId, [...tags, { type: 'Ticket', id: waiting.ticketId }])
}

async function rolesOf(
  db: Db,
  companyId: Id<'company'>,
  language: Language,
  userIds: Id<'user'>[],
): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ userId: tables.userRole.userId, name: tables.role.name })
    .from(tables.userRole)
    .innerJoin(tables.role, joinOn(tables.role, tables.userRole.roleId))
    .where(ofCompany(tables.userRole, companyId, inArray(tables.userRole.userId, userIds)))
    .orderBy(byName({ actor: { language } }, tables.role.name), asc(tables.role.id))
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
