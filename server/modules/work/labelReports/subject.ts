/**
 * A code opens one company and the subject of its label, without an account. For unknown codes the
 * server takes the same steps with company 0, which has no rows.
 */
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReportSettings } from '#contract/labelReports.ts'
import type { Id } from '#contract/ids.ts'
import { isTaken } from '#contract/rules/labelReports.ts'
import { daysKept } from '#contract/rules/retention.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem, inCompany, type Db } from '#kernel/data/transaction.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { hashOfCode } from '#kernel/data/labelCodeHash.ts'
import { refOf } from './codes.ts'
import { limitReached } from './limits.ts'

const NO_COMPANY = 0 as Id<'company'>
const MAX_OPEN = 5

export interface Subject {
  companyId: Id<'company'>
  labelId: number
  codeHash: string
  equipmentId: Id<'equipment'> | null
  locationId: Id<'location'> | null
  receiver: string
  days: number
  /** As the page may show it. */
  name: string
  place: string | null
  /** The name for the ticket's title. */
  fullName: string
  settings: ReportSettings
  open: readonly OpenReport[]
  isFull: boolean
}

interface OpenReport {
  ref: string
  ticketId: Id<'ticket'>
  problemKey: string
  problemText: string
  at: Date
  isTaken: boolean
  isWaiting: boolean
  isOwn: boolean
}

export async function subjectOfCode(
  kernel: Kernel,
  code: string,
  device: string | null,
): Promise<Subject> {
  const codeHash = hashOfCode(code)
  const [found] = await asSystem(kernel.pool, (db) =>
    db
      .select({ id: tables.reportLabel.id, companyId: tables.reportLabel.companyId })
      .from(tables.reportLabel)
      .where(eq(tables.reportLabel.codeHash, codeHash)),
  )
  const { id, companyId } = found ?? { id: 0, companyId: NO_COMPANY }
  const subject = await inCompany(kernel.pool, companyId, async (db) => {
    const [row] = await selectLabel(db, companyId, id)
    const open = await openReports(db, companyId, { labelId: id, codeHash, device })
    const seconds = await limitReached(db, { companyId, labelId: id, device }, kernel.clock.now())
    return row === undefined ? null : { row, open, isFull: seconds !== null }
  })
  const read = subject === null ? null : subjectIn(kernel, subject.row)
  if (subject === null || read === null) throw refuseNotFound('label')
  return { ...read, companyId, codeHash, open: subject.open, isFull: subject.isFull }
}

function selectLabel(db: Db, companyId: Id<'company'>, id: number) {
  return db
    .select({
      label: tables.reportLabel,
      equipment: tables.equipment,
      type: { name: tables.equipmentType.name },
      location: tables.location,
      company: { name: tables.company.name },
      settings: tables.companySettings.reports,
      retention: tables.companySettings.retention,
    })
    .from(tables.reportLabel)
    .innerJoin(tables.company, eq(tables.company.id, tables.reportLabel.companyId))
    .innerJoin(
      tables.companySettings,
      eq(tables.companySettings.companyId, tables.reportLabel.companyId),
    )
    .leftJoin(tables.equipment, joinOn(tables.equipment, tables.reportLabel.equipmentId))
    .leftJoin(tables.equipmentType, joinOn(tables.equipmentType, tables.equipment.typeId))
    .leftJoin(
      tables.location,
      and(
        eq(tables.location.companyId, tables.reportLabel.companyId),
        sql`${tables.location.id} = coalesce(${tables.reportLabel.locationId}, ${tables.equipment.locationId})`,
      ),
    )
    .where(ofCompany(tables.reportLabel, companyId, sql`${tables.reportLabel.id} = ${id}`))
}

type Row = Awaited<ReturnType<typeof selectLabel>>[number]

function subjectIn(
  kernel: Kernel,
  { label, equipment, type, location, company, settings, retention }: Row,
): Omit<Subject, 'open' | 'isFull' | 'companyId' | 'codeHash'> | null {
  const thing = equipment ?? location
  if (settings === null || thing === null || thing.deletedAt !== null) return null
  const isOfKind = settings.locationTypeIds.some((id) => id === location?.typeId)
  const isOpen = settings.isOn && settings.problems.length > 0 && (label.takesReports ?? isOfKind)
  if (!isOpen) return null
  const shown = {
    name: thing.name,
    type: equipment === null ? thing.name : (type?.name ?? ''),
    number: (equipment === null ? location?.code : equipment.equipmentId) ?? '',
    nothing: '',
  }
  return {
    labelId: label.id,
    equipmentId: label.equipmentId,
    locationId: label.locationId,
    receiver: settings.receiver === '' ? company.name : settings.receiver,
    days: daysKept('reports', retention, kernel.retentionBounds),
    name: shown[settings.shows],
    place: equipment === null || settings.shows === 'nothing' ? null : (location?.name ?? null),
    fullName: thing.name,
    settings,
  }
}

/** Problems that were reported by this label and are not solved. A merged ticket counts as its target. */
export async function openReports(
  db: Db,
  companyId: Id<'company'>,
  { labelId, codeHash, device }: { labelId: number; codeHash: string; device: string | null },
): Promise<OpenReport[]> {
  const { ticketReport, ticket, ticketState } = tables
  const kept = alias(tables.ticket, 'kept')
  const rows = await db
    .select({
      id: ticketReport.id,
      ticketId: kept.id,
      assigneeId: kept.assigneeId,
      category: ticketState.category,
      problemKey: ticketReport.problemKey,
      problemText: ticketReport.problemText,
      at: ticketReport.createdAt,
      isOwn: sql<boolean>`exists (select from ${ticketReport} as own
        where own.company_id = ${companyId} and own.ticket_id = ${ticketReport.ticketId}
        and own.label_id = ${labelId} and own.device = ${device})`,
    })
    .from(ticketReport)
    .innerJoin(ticket, joinOn(ticket, ticketReport.ticketId))
    .innerJoin(
      kept,
      and(
        eq(kept.companyId, ticket.companyId),
        sql`${kept.id} = coalesce(${ticket.mergedIntoId}, ${ticket.id})`,
      ),
    )
    .innerJoin(ticketState, joinOn(ticketState, kept.stateId))
    .where(
      ofCompany(
        ticketReport,
        companyId,
        sql`${ticketReport.labelId} = ${labelId}`,
        eq(ticketReport.isRepeat, false),
        ne(ticketState.category, 'closed'),
      ),
    )
    .orderBy(desc(ticketReport.createdAt), asc(ticketReport.id))
    .limit(MAX_OPEN)
  return rows.map(({ id, category, assigneeId, ...row }) => ({
    ...row,
    ref: refOf(codeHash, id),
    isTaken: isTaken(category, assigneeId !== null),
    isWaiting: category === 'waiting',
  }))
}
