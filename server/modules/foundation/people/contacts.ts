import { eq } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import { conflict } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { aboveCompanies, type Db } from '#kernel/data/transaction.ts'
import {
  askForAddress,
  isInOtherCompany,
  endSessions,
  cancelPendingProofs,
  invite,
  normalEmail,
  notifyOfPhone,
  type Inviting,
} from '../auth/index.ts'
import { canSend } from '../messages/index.ts'
import { invitingCompany, refuseAddressInCompany } from './invitations.ts'
import { refuseBeyond } from './refuseBeyond.ts'
import { permissionsOf, type Selected } from './rows.ts'

/**
 * Email and phone are credentials in every company of the person. A company may change them only
 * for a person who belongs to it alone, and neither counts until its owner proves it.
 */
export async function changeContact(
  kernel: Kernel,
  scope: Scope,
  before: Selected,
  wish: { email?: string | undefined; phone?: string | null | undefined },
): Promise<void> {
  const email =
    wish.email === undefined || normalEmail(wish.email) === normalEmail(before.email)
      ? undefined
      : normalEmail(wish.email)
  const phone = wish.phone === undefined || wish.phone === before.phone ? undefined : wish.phone
  if (email === undefined && phone === undefined) return
  scope.mustBeConfirmed()
  // The owner of the address can reset the password, so changing it requires every permission that
  // the person has.
  await refuseBeyond(
    scope,
    null,
    { ...before.user, permissions: permissionsOf(before.roles) },
    email === undefined ? 'phone' : 'email',
  )
  if (await isShared(scope, before.user.personId)) {
    throw conflict('Only the person themselves can change this.', [
      {
        path: email === undefined ? 'body.phone' : 'body.email',
        code: 'shared',
        message: 'shared',
      },
    ])
  }
  const by = await invitingCompany(scope)
  await aboveCompanies(scope.db, async (system) => {
    if (phone !== undefined) await changePhone(kernel, system, before, phone)
    if (email !== undefined && before.isEmailProven) {
      if (!canSend(kernel, 'email')) throw noMailServer('body.email')
      await refuseAddressInCompany(system, by.id, email, before.user.id)
      await askForAddress(
        kernel,
        system,
        {
          personId: before.user.personId,
          present: before.email,
          wanted: email,
          language: before.user.language,
        },
        by,
      )
    } else if (email !== undefined) await correctAddress(kernel, system, before, email, by)
  })
  const what = {
    companyId: scope.actor.companyId,
    userId: before.user.id,
    byUserId: scope.actor.userId,
  }
  await recordSecurity(
    kernel,
    scope.db,
    ...(email === undefined ? [] : [{ ...what, kind: 'emailChangeAsked' as const }]),
    ...(phone === undefined ? [] : [{ ...what, kind: 'phoneChanged' as const }]),
  )
}

/** The new address needs a mailed link, which requires a mail server. */
const noMailServer = (path: string) =>
  conflict('No mail server is set up, so nothing can be sent to this address.', [
    { path, code: 'noMailServer', message: 'mail' },
  ])

/** Stores the phone as unproved. No codes go to it until the person confirms one. */
async function changePhone(
  kernel: Kernel,
  system: Db,
  { user: row, email, isEmailProven }: Selected,
  phone: string | null,
): Promise<void> {
  const now = kernel.clock.now()
  await system
    .update(tables.person)
    .set({ phone, phoneProvenAt: null })
    .where(eq(tables.person.id, row.personId))
  // only an invitation exists, and it stays
  if (!isEmailProven) return
  await cancelPendingProofs(system, row.personId, now)
  await endSessions(system, now, { personId: row.personId })
  await notifyOfPhone(system, now, row.language, email)
}

async function correctAddress(
  kernel: Kernel,
  system: Db,
  { user: row }: Selected,
  email: string,
  by: Inviting,
): Promise<void> {
  await refuseAddressInCompany(system, by.id, email, row.id)
  await cancelPendingProofs(system, row.personId, kernel.clock.now())
  await system.update(tables.person).set({ email }).where(eq(tables.person.id, row.personId))
  await invite(kernel, system, { personId: row.personId, email, language: row.language }, by)
}

export const isShared = ({ db, actor }: Scope, personId: number) =>
  aboveCompanies(db, (system) => isInOtherCompany(system, personId, actor.companyId))
