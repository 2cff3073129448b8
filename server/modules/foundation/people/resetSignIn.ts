import type { Id } from '#contract/ids.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { endSessions } from '../auth/index.ts'
import { forgetSteps, notifyChange } from '../secondStep/index.ts'
import { isShared } from './contacts.ts'
import { refuseBeyond } from './refuseBeyond.ts'
import { selectUser, permissionsOf } from './rows.ts'

/**
 * Gives access to the account, so the administrator must have every permission that the person has.
 */
export async function resetSignIn(
  kernel: Kernel,
  scope: Scope,
  id: Id<'user'>,
  network: string,
): Promise<{ reset: true }> {
  const { actor, clock, db } = scope
  if (id === actor.userId) {
    throw conflict('Change your own second steps on your account page.', [
      { path: '', code: 'self', message: 'self' },
    ])
  }
  const { user: row, roles } = await selectUser(scope, id)
  await refuseBeyond(scope, null, { ...row, permissions: permissionsOf(roles) })
  if (await isShared(scope, row.personId)) {
    throw conflict('Only the person themselves can change this.', [
      { path: '', code: 'shared', message: 'shared' },
    ])
  }
  await aboveCompanies(db, async (system) => {
    await forgetSteps(system, row.personId)
    await endSessions(system, clock.now(), { personId: row.personId })
    await notifyChange(system, clock.now(), row.personId, 'reset')
  })
  await recordSecurity(kernel, db, {
    kind: 'signInReset',
    companyId: actor.companyId,
    userId: id,
    byUserId: actor.userId,
    network,
  })
  kernel.sendSoon()
  return { reset: true }
}
