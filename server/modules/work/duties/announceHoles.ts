/** Tells those who manage a duty of its holes, a week before, once each. */
import { eq } from 'drizzle-orm'
import { HOLE_DAYS } from '#contract/duties/duties.ts'
import { dutySpans, holesIn, newHoles } from '#contract/duties/dutySpans.ts'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { asSystemActor } from '#kernel/access/systemActor.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { startJob } from '#kernel/work/jobs.ts'
import { responsibleFor, saveDutyAlert } from '../../foundation/alerts/index.ts'
import { timeOf } from '../../foundation/company/index.ts'
import { isAble, loadDuties } from './rotations.ts'

const EVERY = 5 * 60_000
const DAY = 86_400_000

export function startAnnouncingHoles(kernel: Kernel): void {
  startJob(kernel, { name: 'duties', every: EVERY, run: () => announceHoles(kernel) })
}

export async function announceHoles(kernel: Kernel): Promise<void> {
  const duties = await asSystem(kernel.pool, (db) =>
    db.select({ id: tables.duty.id, companyId: tables.duty.companyId }).from(tables.duty),
  )
  for (const { id, companyId } of duties)
    await asSystemActor(kernel, companyId, (scope) => announce(scope, id)).catch((error: unknown) =>
      kernel.log.error({ err: error, companyId, duty: id }, 'holes of a duty were not looked for'),
    )
}

/** The lock on the row makes a second server wait, and then find the holes announced. */
async function announce(scope: Scope, id: Id<'duty'>): Promise<void> {
  const { db, actor, clock } = scope
  const own = ofCompany(tables.duty, actor.companyId, eq(tables.duty.id, id))
  const now = clock.now()
  const [loaded] = await loadDuties(
    scope,
    await db.select().from(tables.duty).where(own).for('update'),
    now,
  )
  if (!loaded) return
  const { duty, rotation, people } = loaded
  const { zone } = await timeOf(scope)
  const reach = { from: now.getTime(), to: now.getTime() + HOLE_DAYS * DAY }
  const holes = holesIn(dutySpans(rotation, reach, zone), isAble(people))
  const fresh = newHoles(holes, duty.announced)
  const announced = holes.map(({ from, to }) => ({ from, to }))
  if (JSON.stringify(announced) !== JSON.stringify(duty.announced))
    await db.update(tables.duty).set({ announced }).where(own)
  const userIds = await responsibleFor(scope, 'editor|duties', duty.locationId)
  for (const { from, to } of fresh)
    await saveDutyAlert(scope, 'dutyHole', {
      dutyId: id,
      level: 'warning',
      text: `${new Date(from).toISOString()}/${new Date(to).toISOString()}`,
      userIds,
    })
}
