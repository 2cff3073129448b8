import type { Id } from '#contract/ids.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { handResetLink } from '../auth/index.ts'
import { canSend } from '../messages/index.ts'
import { isShared } from './contacts.ts'
import { refuseBeyond } from './refuseBeyond.ts'
import { selectUser, permissionsOf } from './rows.ts'

/**
 * The holder of the link signs in as the person. So the administrator must have every permission of
 * the person, who must belong to this company alone. The security log records it, and the person
 * sees it at the next sign-in.
 */
export async function makeResetLink(
  kernel: Kernel,
  scope: Scope,
  id: Id<'user'>,
  network: string,
): Promise<{ link: string }> {
  if (id === scope.actor.userId)
    throw conflict('Change your own password on your account page.', [
      { path: '', code: 'self', message: 'self' },
    ])
  const { user: row, email, roles, state } = await selectUser(scope, id)
  if (canSend(kernel, 'email'))
    throw conflict('A mail server is set up: the person asks for a link on the sign-in page.', [
      { path: '', code: 'mailIsSetUp', message: 'mail' },
    ])
  if (state !== 'active')
    throw conflict('Only somebody who accepted the invitation has a password.', [
      { path: '', code: 'wrongStatus', message: state },
    ])
  await refuseBeyond(scope, null, { ...row, permissions: permissionsOf(roles) })
  if (await isShared(scope, row.personId))
    throw conflict('Only the person themselves can change this.', [
      { path: '', code: 'shared', message: 'shared' },
    ])
  const { companyId, userId } = scope.actor
  const link = await aboveCompanies(scope.db, (system) =>
    handResetLink(kernel, system, { personId: row.personId, email, companyId }),
  )
  await recordSecurity(kernel, scope.db, {
    kind: 'resetLinkMade',
    companyId,
    userId: id,
    byUserId: userId,
    network,
  })
  return { link }
}
