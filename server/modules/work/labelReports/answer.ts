/** The secret address of a report: what became of it, and whether the problem is solved. */
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReportAnswer } from '#contract/labelReports.ts'
import type { Id } from '#contract/ids.ts'
import { isTaken, REOPEN_DAYS } from '#contract/rules/labelReports.ts'
import { daysKept } from '#contract/rules/retention.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { reopen } from '../tickets/index.ts'
import { hashOfCode } from '#kernel/data/labelCodeHash.ts'
import { asReporter } from './reporter.ts'

const DAY = 86_400_000
const MAX_COMMENTS = 20

async function companyOf(kernel: Kernel, secret: string): Promise<Id<'company'>> {
  const [found] = await asSystem(kernel.pool, (db) =>
    db
      .select({ companyId: tables.ticketReport.companyId })
      .from(tables.ticketReport)
      .where(eq(tables.ticketReport.keyHash, hashOfCode(secret))),
  )
  return found?.companyId ?? (0 as Id<'company'>)
}

function selectReport(db: Db, companyId: Id<'company'>, secret: string) {
  const kept = alias(tables.ticket, 'kept')
  return db
    .select({
      report: tables.ticketReport,
      firstTicketId: tables.ticket.id,
      kept,
      category: tables.ticketState.category,
      stateName: tables.ticketState.name,
      equipment: { name: tables.equipment.name, number: tables.equipment.equipmentId },
      type: { name: tables.equipmentType.name },
      location: { name: tables.location.name, code: tables.location.code },
      company: { name: tables.company.name, timezone: tables.company.timezone },
      settings: tables.companySettings.reports,
      retention: tables.companySettings.retention,
    })
    .from(tables.ticketReport)
    .innerJoin(tables.reportLabel, joinOn(tables.reportLabel, tables.ticketReport.labelId))
    .innerJoin(tables.ticket, joinOn(tables.ticket, tables.ticketReport.ticketId))
    .innerJoin(
      kept,
      and(
        eq(kept.companyId, tables.ticket.companyId),
        sql`${kept.id} = coalesce(${tables.ticket.mergedIntoId}, ${tables.ticket.id})`,
      ),
    )
    .innerJoin(tables.ticketState, joinOn(tables.ticketState, kept.stateId))
    .innerJoin(tables.company, eq(tables.company.id, tables.ticketReport.companyId))
    .innerJoin(
      tables.companySettings,
      eq(tables.companySettings.companyId, tables.ticketReport.companyId),
    )
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.reportLabel.equipmentId))
    .leftJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(tables.location, joinOn(tables.location, tables.reportLabel.locationId))
    .where(
      ofCompany(
        tables.ticketReport,
        companyId,
        eq(tables.ticketReport.keyHash, hashOfCode(secret)),
      ),
    )
}
type Found = Awaited<ReturnType<typeof selectReport>>[number]

async function read(kernel: Kernel, db: Db, companyId: Id<'company'>, secret: string) {
  const [found] = await selectReport(db, companyId, secret)
  const comments = await db
    .select({ at: tables.ticketComment.createdAt, text: tables.ticketComment.text })
    .from(tables.ticketComment)
    .where(
      ofCompany(
        tables.ticketComment,
        companyId,
        eq(tables.ticketComment.isPublic, true),
        or(
          eq(tables.ticketComment.ticketId, found?.kept.id ?? (0 as Id<'ticket'>)),
          inArray(tables.ticketComment.ticketId, found ? [found.firstTicketId] : []),
        ),
      ),
    )
    .orderBy(desc(tables.ticketComment.createdAt), asc(tables.ticketComment.id))
    .limit(MAX_COMMENTS)
  if (!found) throw refuseNotFound('report')
  return { found, answer: answerOf(kernel, found, comments) }
}

function answerOf(
  kernel: Kernel,
  {
    report,
    kept,
    category,
    stateName,
    equipment,
    type,
    location,
    company,
    settings,
    retention,
  }: Found,
  comments: readonly { at: Date; text: string }[],
): ReportAnswer {
  const shown = {
    name: equipment?.name ?? location?.name ?? '',
    type: type?.name ?? location?.name ?? '',
    number: equipment?.number ?? location?.code ?? '',
    nothing: '',
  }
  const isAnswered = isOfThisClosing(report.answeredAt, kept.closedAt)
  return {
    receiver: settings === null || settings.receiver === '' ? company.name : settings.receiver,
    phone: settings?.phone ?? '',
    days: daysKept('reports', retention, kernel.retentionBounds),
    name: shown[settings?.shows ?? 'nothing'],
    key: report.problemKey,
    text: report.problemText,
    at: report.createdAt.toISOString(),
    state:
      category === 'closed'
        ? 'done'
        : category === 'waiting'
          ? 'waiting'
          : isTaken(category, kept.assigneeId !== null)
            ? 'taken'
            : 'received',
    stateName: category === 'closed' ? stateName : null,
    closedAt: kept.closedAt?.toISOString() ?? null,
    timezone: company.timezone,
    comments: comments.map(({ at, text }) => ({ at: at.toISOString(), text })),
    asks: category === 'closed' && !isAnswered && isReopenable(kept.closedAt, kernel.clock.now()),
    isFixed: isAnswered ? report.isFixed : null,
  }
}

/** A later closing asks again. */
export const isOfThisClosing = (answeredAt: Date | null, closedAt: Date | null): boolean =>
  answeredAt !== null && (closedAt === null || answeredAt >= closedAt)

const isReopenable = (closedAt: Date | null, now: Date): boolean =>
  closedAt !== null && now.getTime() - closedAt.getTime() <= REOPEN_DAYS * DAY

export async function readAnswer(kernel: Kernel, secret: string): Promise<ReportAnswer> {
  const companyId = await companyOf(kernel, secret)
  return inCompany(
    kernel.pool,
    companyId,
    async (db) => (await read(kernel, db, companyId, secret)).answer,
  )
}

export async function answer(
  kernel: Kernel,
  secret: string,
  isFixed: boolean,
): Promise<ReportAnswer> {
  const companyId = await companyOf(kernel, secret)
  // Answers like a read for an unknown secret, which has no company to act in.
  if (companyId === 0) return readAnswer(kernel, secret)
  return asReporter(kernel, companyId, async (scope) => {
    const { found, answer: before } = await read(kernel, scope.db, companyId, secret)
    if (!before.asks) return before
    await scope.db
      .update(tables.ticketReport)
      .set({ isFixed, answeredAt: scope.clock.now() })
      .where(
        ofCompany(
          tables.ticketReport,
          companyId,
          eq(tables.ticketReport.keyHash, hashOfCode(secret)),
        ),
      )
    if (!isFixed) await reopen(scope, found.kept.id)
    scope.changed('Ticket', { type: 'Ticket', id: found.kept.id })
    return (await read(kernel, scope.db, companyId, secret)).answer
  })
}
