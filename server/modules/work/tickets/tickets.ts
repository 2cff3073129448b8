import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import { isClosing } from '#contract/rules/closing.ts'
import { dueTimes, type TicketPriority } from '#contract/rules/ticketDue.ts'
import type { GivenFailure } from '#contract/ticketClosing.ts'
import type { givenMetadata } from '#contract/metadataValues.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { conflict, refuseNotFound } from '#kernel/http/errors.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { refuseStale, writeVersioned } from '#kernel/data/updateVersioned.ts'
import {
  notifyTicketCommented,
  notifyTicketGiven,
  notifyTicketOpened,
  notifyTicketsMoved,
} from '../../foundation/alerts/index.ts'
import { parseMetadata } from '../../foundation/metadata/index.ts'
import { initialStateOf, targetCounters } from './initialState.ts'
import { checkAssignee } from '../assignees/index.ts'
import { answeredFailures, failureColumns, requireClosable, stateColumns } from './closing.ts'
import { timeDone } from '#contract/rules/offlineTime.ts'
import { endWorkOn, startWork } from '../workTime/index.ts'
import { isFirst, refuseStillRecording, openedBefore, findSentBefore } from './clientKeys.ts'
import { refuseMerged } from './mergedTicket.ts'
import { savePhotos } from './photos.ts'
import { detailOf, readable, selectTickets, statesOf, type Selected } from './rows.ts'

type StateRow = typeof tables.ticketState.$inferSelect

type GivenMetadata = z.output<typeof givenMetadata>
export interface NewTicket {
  title: string
  description?: string | null | undefined
  ticketTypeId: Id<'ticketType'>
  equipmentId?: Id<'equipment'> | null | undefined
  locationId?: Id<'location'> | null | undefined
  assigneeId?: Id<'user'> | null | undefined
  orgEntityId?: Id<'orgEntity'> | null | undefined
  priority?: TicketPriority | undefined
  procedureLogId?: Id<'procedureLog'>
  automationRunId?: Id<'automationRun'>
  clientKey?: string | undefined
  photoIds?: readonly Id<'file'>[] | undefined
  metadata?: GivenMetadata | undefined
}

export async function selectTicket(scope: Scope, id: Id<'ticket'>): Promise<Selected> {
  const [found] = await selectTickets(scope, scope.from.tickets(eq(tables.ticket.id, id)))
  if (!found) throw refuseNotFound('ticket')
  return found
}

/**
 * Opens a ticket in the first open state of its type and publishes it. Returns the existing id for
 * a repeated client key.
 */
export async function open(
  scope: Scope,
  { ticketTypeId, photoIds, metadata = [], ...facts }: NewTicket,
): Promise<Id<'ticket'>> {
  const { db, actor, clock } = scope
  const earlier = await openedBefore(scope, facts.clientKey)
  if (earlier !== null) return earlier
  await checkPlace(scope, facts)
  await checkOrgEntity(scope, facts.orgEntityId)
  if (facts.assigneeId) await checkAssignee(scope, facts.assigneeId, placeOf(facts))
  const [type] = await db
    .select({
      defaultPriority: tables.ticketType.defaultPriority,
      targets: tables.ticketType.targets,
      targetClock: tables.ticketType.targetClock,
    })
    .from(tables.ticketType)
    .where(ofCompany(tables.ticketType, actor.companyId, eq(tables.ticketType.id, ticketTypeId)))
  if (!type) throw refuseNotFound('ticket type', 'body.ticketTypeId')
  const ownFields = await parseMetadata(scope, 'ticket', metadata)
  const states = await statesOf(scope, [ticketTypeId])
  const now = clock.now()
  const counterOf = await targetCounters(scope, [type])
  const [made] = await db
    .insert(tables.ticket)
    .values({
      ...facts,
      metadata: ownFields,
      ...initialStateOf(type, states, facts.priority, now, counterOf(type)),
      companyId: actor.companyId,
      typeId: ticketTypeId,
      openerId: actor.userId,
    })
    .onConflictDoNothing()
    .returning({ id: tables.ticket.id })
  if (!made) {
    const twin = await openedBefore(scope, facts.clientKey)
    if (twin === null) throw refuseStillRecording()
    return twin
  }
  await savePhotos(scope, { ticketId: made.id, commentId: null }, photoIds)
  const after = await selectTicket(scope, made.id)
  await scope.journal({
    entity: 'ticket',
    id: made.id,
    name: facts.title,
    before: null,
    after: readable(after),
  })
  await notifyTicketOpened(scope, after.ticket)
  await scope.emit({ type: 'ticket.opened', ticketId: made.id })
  scope.changed(
    'Ticket',
    'Equipment',
    'Journal',
    ...(facts.equipmentId ? [{ type: 'Equipment' as const, id: facts.equipmentId }] : []),
  )
  return made.id
}

interface Move {
  stateId: Id<'ticketState'>
  /** Undefined keeps the assignee. */
  assigneeId?: Id<'user'> | null | undefined
  failure?: GivenFailure | undefined
  version: number
  clientKey?: string | undefined
  doneAt?: string | undefined
}

export async function changeState(
  scope: Scope,
  id: Id<'ticket'>,
  { stateId, assigneeId, failure, version, clientKey, doneAt }: Move,
) {
  const before = await selectTicket(scope, id)
  if (!(await isFirst(scope, id, clientKey))) return detailOf(scope, await selectTicket(scope, id))
  if (assigneeId && assigneeId !== before.ticket.assigneeId)
    await checkAssignee(scope, assigneeId, before.ticket)
  const states = await statesOf(scope, [before.ticket.typeId])
  const next = states.find((state) => state.id === stateId)
  if (!next) throw refuseNotFound('state of this ticket type', 'body.stateId')
  const allowed = before.state.nextStateIds
  if (allowed !== null && !allowed.includes(stateId) && stateId !== before.state.id) {
    throw conflict(`A ticket cannot go from “${before.state.name}” to “${next.name}”.`, [
      { path: 'body.stateId', code: 'transitionNotAllowed', message: next.name },
    ])
  }
  const answers = (await answeredFailures(scope, failure))(before)
  if (isClosing(before.state.category, next.category)) {
    // A conflict with another person's change is said first.
    await refuseStale(version, before.ticket, () => detailOf(scope, before))
    await requireClosable(scope, before, answers)
  }
  const written = await writeTicket(scope, before, version, {
    ...stateColumns(before.ticket, next, scope.clock.now()),
    ...(assigneeId === undefined ? {} : { assigneeId }),
    ...failureColumns(answers),
  })
  await recordWork(scope, before, {
    next,
    assigneeId: assigneeId === undefined ? before.ticket.assigneeId : assigneeId,
    at: timeDone(doneAt, before.ticket.openedAt, scope.clock.now()),
  })
  if (stateId !== before.state.id) await notifyTicketsMoved(scope, [before.ticket], next.name)
  if (assigneeId !== undefined && assigneeId !== before.ticket.assigneeId)
    await notifyTicketGiven(scope, { ...before.ticket, assigneeId })
  return written
}

/** Work starts when its assignee begins it, and ends in a state in which nobody works. */
async function recordWork(
  scope: Scope,
  { ticket, state }: Selected,
  { next, assigneeId, at }: { next: StateRow; assigneeId: Id<'user'> | null; at: Date },
): Promise<void> {
  const { category } = next
  const isNew = next.id !== state.id || assigneeId !== ticket.assigneeId
  if (category === 'inProgress' && isNew && assigneeId === scope.actor.userId)
    await startWork(scope, { ticketId: ticket.id, at })
  if (category === 'waiting' || category === 'closed')
    await endWorkOn(scope, [ticket.id], { at, isClosing: category === 'closed' })
}

export async function assign(
  scope: Scope,
  id: Id<'ticket'>,
  {
    assigneeId,
    version,
    clientKey,
  }: Omit<Move, 'stateId' | 'failure' | 'doneAt'> & { assigneeId: Id<'user'> | null },
) {
  const before = await selectTicket(scope, id)
  if (!(await isFirst(scope, id, clientKey))) return detailOf(scope, await selectTicket(scope, id))
  if (assigneeId !== null && assigneeId !== before.ticket.assigneeId)
    await checkAssignee(scope, assigneeId, before.ticket)
  const written = await writeTicket(scope, before, version, { assigneeId })
  if (assigneeId !== before.ticket.assigneeId)
    await notifyTicketGiven(scope, { ...before.ticket, assigneeId })
  return written
}

export async function editTicket(
  scope: Scope,
  id: Id<'ticket'>,
  {
    version,
    failure,
    metadata,
    ...change
  }: {
    version: number
    metadata?: GivenMetadata | undefined
    failure?: GivenFailure | undefined
    title?: string | undefined
    description?: string | null | undefined
    orgEntityId?: Id<'orgEntity'> | null | undefined
    priority?: TicketPriority | undefined
  },
) {
  await checkOrgEntity(scope, change.orgEntityId)
  const before = await selectTicket(scope, id)
  const answers = (await answeredFailures(scope, failure))(before)
  const isRaised = change.priority !== undefined && change.priority !== before.ticket.priority
  return writeTicket(scope, before, version, {
    ...change,
    ...failureColumns(answers),
    ...(metadata === undefined
      ? {}
      : { metadata: await parseMetadata(scope, 'ticket', metadata, before.ticket.metadata) }),
    ...(isRaised
      ? dueTimes(
          before.type.targets,
          change.priority ?? 'normal',
          before.ticket.openedAt,
          (await targetCounters(scope, [before.type]))(before.type),
        )
      : {}),
  })
}

interface NewComment {
  text: string
  isPublic?: boolean | undefined
  writtenAt?: string | undefined
  clientKey?: string | undefined
  photoIds?: readonly Id<'file'>[] | undefined
}

export async function comment(
  scope: Scope,
  id: Id<'ticket'>,
  { text, isPublic = false, writtenAt, clientKey, photoIds }: NewComment,
) {
  const found = await selectTicket(scope, id)
  const authorId = scope.actor.userId
  if (authorId === null) throw new Error('Only people comment')
  if (await findSentBefore(scope, id, clientKey)) return detailOf(scope, found)
  const [said] = await scope.db
    .insert(tables.ticketComment)
    .values({
      companyId: scope.actor.companyId,
      ticketId: found.ticket.id,
      authorId,
      text,
      isPublic,
      clientKey,
      createdAt: timeDone(writtenAt, found.ticket.openedAt, scope.clock.now()),
    })
    .onConflictDoNothing()
    .returning({ id: tables.ticketComment.id })
  if (!said) {
    if (!(await findSentBefore(scope, id, clientKey))) throw refuseStillRecording()
    return detailOf(scope, await selectTicket(scope, id))
  }
  await savePhotos(scope, { ticketId: id, commentId: said.id }, photoIds)
  await notifyTicketCommented(scope, found.ticket, text)
  return detailOf(scope, await selectTicket(scope, id))
}

export async function writeTicket(
  scope: Scope,
  before: Selected,
  version: number,
  change: Partial<typeof tables.ticket.$inferInsert>,
) {
  refuseMerged(before)
  await refuseStale(version, before.ticket, () => detailOf(scope, before))
  const { id } = before.ticket
  await writeVersioned(scope, tables.ticket, {
    id,
    version,
    set: change,
    where: (isOfRow) => scope.from.tickets(isOfRow),
  })
  const after = await selectTicket(scope, id)
  await scope.journal({
    entity: 'ticket',
    id,
    name: after.ticket.title,
    before: readable(before),
    after: readable(after),
  })
  if (after.ticket.equipmentId) scope.changed({ type: 'Equipment', id: after.ticket.equipmentId })
  return detailOf(scope, after)
}

const placeOf = ({ equipmentId, locationId }: NewTicket | Omit<NewTicket, 'ticketTypeId'>) => ({
  equipmentId: equipmentId ?? null,
  locationId: locationId ?? null,
})

const checkOrgEntity = (scope: Scope, id: Id<'orgEntity'> | null | undefined) =>
  requireRows(scope, tables.orgEntity, id ? [id] : [], 'organisation entity', 'body.orgEntityId')

async function checkPlace(
  { db, from }: Scope,
  { equipmentId, locationId }: Pick<NewTicket, 'equipmentId' | 'locationId'>,
): Promise<void> {
  if (
    equipmentId &&
    (
      await db
        .select({ id: tables.equipment.id })
        .from(tables.equipment)
        .where(from.equipment(eq(tables.equipment.id, equipmentId)))
    ).length === 0
  )
    throw refuseNotFound('equipment', 'body.equipmentId')
  if (
    locationId &&
    (
      await db
        .select({ id: tables.location.id })
        .from(tables.location)
        .where(from.locations(eq(tables.location.id, locationId)))
    ).length === 0
  )
    throw refuseNotFound('location', 'body.locationId')
}
