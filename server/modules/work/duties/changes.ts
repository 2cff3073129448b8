import { eq, gte } from 'drizzle-orm'
import type { DutyAlertKind } from '#contract/alerts.ts'
import {
  MAX_DUTY_CHANGES,
  type DutyChangeRow,
  type DutyHindrance,
  type NewDutyChange,
} from '#contract/duties/duties.ts'
import { dutySpans, type Reach } from '#contract/duties/dutySpans.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { requireRows } from '#kernel/data/existingRows.ts'
import { count } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { nextVersion } from '#kernel/data/updateVersioned.ts'
import { badInput, conflict, notAllowed, refuseNotFound } from '#kernel/http/errors.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { responsibleFor, saveDutyAlert } from '../../foundation/alerts/index.ts'
import { timeOf } from '../../foundation/company/index.ts'
import { changeRows, mayAnswer, mayManage, mayRemove } from './changeRows.ts'
import { dutyPeople, type ChangeTableRow, type LoadedDuty } from './rotations.ts'
import { loadDuty } from './spans.ts'

/** Time to fill the form in. */
const JUST_NOW = 10 * 60_000

const interval = ({ from, to }: Pick<ChangeTableRow, 'from' | 'to'>): string =>
  `${from.toISOString()}/${to.toISOString()}`

async function journal(
  scope: Scope,
  { duty }: Pick<LoadedDuty, 'duty'>,
  before: ChangeTableRow | null,
  after: ChangeTableRow | null,
): Promise<void> {
  const told = (change: ChangeTableRow | null) =>
    change === null || change.state === 'offered'
      ? null
      : {
          kind: change.kind,
          state: change.state,
          from: change.from.toISOString(),
          to: change.to.toISOString(),
          person: { kind: 'user' as const, id: change.userId },
          ...(change.withUserId !== null && {
            with: { kind: 'user' as const, id: change.withUserId },
          }),
        }
  await scope.journal({
    entity: 'duty',
    id: duty.id,
    name: duty.name,
    before: { dutyChange: told(before) },
    after: { dutyChange: told(after) },
  })
  scope.changed('Duty', { type: 'Duty', id: duty.id })
}

/** Only their own hours can be given away: otherwise a swap would change nothing. */
async function refuseWithoutHours(
  scope: Scope,
  { rotation }: LoadedDuty,
  userId: Id<'user'>,
  reach: Reach,
  path: string,
): Promise<void> {
  const { zone } = await timeOf(scope)
  const has = dutySpans(rotation, reach, zone).some(
    (span) => span.state === 'onDuty' && span.userId === userId,
  )
  if (!has) throw badInput(path, 'notOnDuty', 'The person is not on duty then.')
}

const takerCodes = {
  inactive: 'dutyTakerInactive',
  mayNotSeeLocation: 'dutyTakerMayNotSee',
  mayNotHandleTickets: 'dutyTakerMayNotHandle',
} as const satisfies Record<DutyHindrance, string>

async function refuseUnableTaker(
  scope: Scope,
  { duty }: LoadedDuty,
  userId: Id<'user'>,
  path: string,
): Promise<void> {
  const people = await dutyPeople(scope, duty.locationId, [userId])
  const [reason] = people.get(userId)?.hindrances ?? []
  if (reason !== undefined)
    throw badInput(path, takerCodes[reason], 'The person cannot be on duty there.')
}

function refuseLateAbsence(
  { actor, clock }: Scope,
  { duty, rotation }: LoadedDuty,
  from: string,
): void {
  const has = [...duty.shifts, ...rotation.changes].some(
    (one) =>
      one.userId === actor.userId || ('withUserId' in one && one.withUserId === actor.userId),
  )
  if (!has) throw badInput('body.userId', 'noShiftInDuty', 'The person has no shift in the duty.')
  if (Date.parse(from) < clock.now().getTime() - JUST_NOW)
    throw badInput('body.from', 'absencePast', 'The absence has begun.')
}

export async function createDutyChange(
  scope: Scope,
  dutyId: Id<'duty'>,
  draft: NewDutyChange,
): Promise<DutyChangeRow> {
  const { db, actor, clock } = scope
  const now = clock.now()
  const loaded = await loadDuty(scope, dutyId, now)
  const isOwn = draft.userId === actor.userId
  if (!mayManage(scope) && (!isOwn || draft.kind === 'replacement'))
    throw notAllowed('editor|duties')
  const userIds = draft.kind === 'swap' ? [draft.userId, draft.withUserId] : [draft.userId]
  await requireRows(scope, tables.user, userIds, 'person', 'body.userId')
  if (draft.kind === 'swap' && draft.userId === draft.withUserId)
    throw badInput('body.withUserId', 'samePerson', 'A swap needs two people.')
  if (draft.kind === 'absence' && !mayManage(scope)) refuseLateAbsence(scope, loaded, draft.from)
  if (draft.kind === 'replacement')
    await refuseUnableTaker(scope, loaded, draft.userId, 'body.userId')
  if (draft.kind === 'swap')
    await refuseUnableTaker(scope, loaded, draft.withUserId, 'body.withUserId')
  const [open] = await db
    .select({ count })
    .from(tables.dutyChange)
    .where(
      ofCompany(
        tables.dutyChange,
        actor.companyId,
        eq(tables.dutyChange.dutyId, dutyId),
        gte(tables.dutyChange.to, now),
      ),
    )
  if ((open?.count ?? 0) >= MAX_DUTY_CHANGES)
    throw conflict('The duty has as many changes as it may have.', [
      { path: '', code: 'dutyChangesFull', message: String(MAX_DUTY_CHANGES) },
    ])
  const reach = { from: Date.parse(draft.from), to: Date.parse(draft.to) }
  const back = draft.kind === 'swap' ? draft.back : null
  if (draft.kind === 'swap') {
    await refuseWithoutHours(scope, loaded, draft.userId, reach, 'body.from')
    if (back !== null)
      await refuseWithoutHours(
        scope,
        loaded,
        draft.withUserId,
        { from: Date.parse(back.from), to: Date.parse(back.to) },
        'body.back.from',
      )
  }
  const [made] = await db
    .insert(tables.dutyChange)
    .values({
      companyId: actor.companyId,
      dutyId,
      kind: draft.kind,
      userId: draft.userId,
      from: new Date(reach.from),
      to: new Date(reach.to),
      withUserId: draft.kind === 'swap' ? draft.withUserId : null,
      withFrom: back === null ? null : new Date(back.from),
      withTo: back === null ? null : new Date(back.to),
      state: draft.kind === 'swap' && !mayManage(scope) ? 'offered' : 'accepted',
      byId: actor.userId,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!made) throw new Error('The change was not saved')
  await journal(scope, loaded, null, made)
  if (made.state === 'offered') await notify(scope, 'dutySwapOffered', made, [made.withUserId])
  if (made.kind === 'absence' && !mayManage(scope))
    await notify(
      scope,
      'dutyAbsence',
      made,
      await responsibleFor(scope, 'editor|duties', loaded.duty.locationId),
    )
  return oneRow(scope, made)
}

async function notify(
  scope: Scope,
  kind: DutyAlertKind,
  change: ChangeTableRow,
  to: readonly (Id<'user'> | null)[],
): Promise<void> {
  const { actor } = scope
  const userIds = to.flatMap((one) => (one === null || one === actor.userId ? [] : [one]))
  await saveDutyAlert(scope, kind, {
    dutyId: change.dutyId,
    level: kind === 'dutySwapDeclined' || kind === 'dutyAbsence' ? 'warning' : 'info',
    text: interval(change),
    byName: actor.cause.name,
    byId: actor.userId,
    userIds,
  })
}

async function oneRow(scope: Scope, change: ChangeTableRow): Promise<DutyChangeRow> {
  const [row] = await changeRows(scope, [change])
  if (!row) throw refuseNotFound('change of a duty')
  return row
}

async function selectChange(
  scope: Scope,
  id: Id<'dutyChange'>,
): Promise<{ change: ChangeTableRow; loaded: LoadedDuty }> {
  const [change] = await scope.db
    .select()
    .from(tables.dutyChange)
    .where(ofCompany(tables.dutyChange, scope.actor.companyId, eq(tables.dutyChange.id, id)))
    .for('update')
  if (!change) throw refuseNotFound('change of a duty')
  return { change, loaded: await loadDuty(scope, change.dutyId, scope.clock.now()) }
}

export async function answerDutyChange(
  scope: Scope,
  id: Id<'dutyChange'>,
  accepts: boolean,
): Promise<DutyChangeRow> {
  const { change, loaded } = await selectChange(scope, id)
  const state = accepts ? 'accepted' : 'declined'
  if (change.state === state) return oneRow(scope, change)
  if (change.state !== 'offered')
    throw conflict('The offer was answered already.', [
      { path: '', code: 'offerAnswered', message: change.state },
    ])
  if (!mayAnswer(scope, change)) throw notAllowed('editor|duties')
  const [after] = await scope.db
    .update(tables.dutyChange)
    .set({ state, ...nextVersion(tables.dutyChange, scope.clock.now()) })
    .where(ofCompany(tables.dutyChange, scope.actor.companyId, eq(tables.dutyChange.id, id)))
    .returning()
  if (!after) throw refuseNotFound('change of a duty')
  await journal(scope, loaded, change, after)
  await notify(scope, accepts ? 'dutySwapAccepted' : 'dutySwapDeclined', after, [after.userId])
  return oneRow(scope, after)
}

export async function removeDutyChange(scope: Scope, id: Id<'dutyChange'>): Promise<void> {
  const { change, loaded } = await selectChange(scope, id)
  if (!mayRemove(scope, change)) throw notAllowed('editor|duties')
  await scope.db
    .delete(tables.dutyChange)
    .where(ofCompany(tables.dutyChange, scope.actor.companyId, eq(tables.dutyChange.id, id)))
  await journal(scope, loaded, change, null)
}
