import type { Id } from '#contract/ids.ts'
import { notSignedIn } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { aboveCompanies } from '#kernel/data/transaction.ts'
import { detachMembership } from '../auth/index.ts'
import { selectUser } from './rows.ts'
import { endMembership } from './users.ts'

/**
 * Ends the session's membership and passes open tickets on. Rules that name the person go under review, and logs and journal keep the name.
 * Throws 409 for the last administrator.
 */
export async function leaveOwnCompany(
  kernel: Kernel,
  scope: Scope,
  handOver: (userId: Id<'user'>) => Promise<void>,
  network: string,
): Promise<void> {
  const { companyId, userId } = scope.actor
  if (userId === null) throw notSignedIn('noToken')
  // A concurrent second call finds the membership ended, or another version.
  const { isActive, version } = (await selectUser(scope, userId)).user
  if (!isActive) throw notSignedIn('ended')
  await endMembership(scope, userId, { version, handOver: () => handOver(userId) })
  await recordSecurity(kernel, scope.db, {
    kind: 'membershipLeft',
    companyId,
    userId,
    byUserId: userId,
    network,
  })
  await aboveCompanies(scope.db, (system) =>
    detachMembership(system, { companyId, userId }, scope.clock.now()),
  )
  scope.changed('User', { type: 'User', id: userId }, 'Ticket', 'Automation')
}
