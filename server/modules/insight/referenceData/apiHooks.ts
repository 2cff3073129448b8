/**
 * API hooks: reference lists whose secret is write-only, and whose URL is shown without secret
 * parts.
 */
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { referenceData as contract } from '#contract/referenceLists/referenceData.ts'
import type { Id } from '#contract/ids.ts'
import { openText, PURPOSES } from '#db/sealed.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { addressShown, hostOf } from '../../foundation/hooks/index.ts'
import { referenceListHandlers } from '../../foundation/referenceLists/index.ts'

type Columns = Omit<
  z.input<typeof contract.createApiHook.response>,
  'id' | 'name' | 'usedBy' | 'namedBy' | 'version'
> &
  object

function viewOf(
  scope: Scope,
  { secret, url, ...row }: Record<string, unknown>,
): Record<string, unknown> {
  const address = openText(PURPOSES.hookAddress, String(url))
  const visibleUrl = scope.can('editor|automations') ? addressShown(address) : hostOf(address)
  return {
    ...row,
    url: visibleUrl,
    hasMore: visibleUrl !== address,
    hasSecret: typeof secret === 'string',
  }
}

const hooks = referenceListHandlers<Columns>({
  table: tables.apiHook,
  entity: 'apiHook',
  extra: ['url', 'method', 'isActive'],
  uses: [],
  viewOf,
})

type Update = Parameters<typeof hooks.update>[1]

/**
 * The secret authenticates calls to the receiver, so changing it requires a recent confirmation.
 */
function refuseUnconfirmedSecret(scope: Scope, body: object): void {
  if (Reflect.get(body, 'secret') !== undefined) scope.mustBeConfirmed()
}

export const apiHookHandlers = {
  ...hooks,
  create(scope: Scope, call: Parameters<typeof hooks.create>[1]) {
    refuseUnconfirmedSecret(scope, call.body)
    return hooks.create(scope, call)
  },
  async update(scope: Scope, call: Update & { body: { url?: string } }) {
    refuseUnconfirmedSecret(scope, call.body)
    const { url, ...change } = call.body
    const [before] =
      url === undefined
        ? []
        : await scope.db
            .select({ url: tables.apiHook.url })
            .from(tables.apiHook)
            .where(
              ofCompany(
                tables.apiHook,
                scope.actor.companyId,
                sql`${tables.apiHook.id} = ${call.params.id}`,
              ),
            )
    // If the client sends back the shortened URL, the stored one stays.
    const isSame = before !== undefined && url === addressShown(before.url)
    const body: Update['body'] & { url?: string } =
      isSame || url === undefined ? change : { ...change, url }
    return hooks.update(scope, { params: call.params, body })
  },
}

/** Generates a secret. Returned only once. */
export async function makeSecret(
  kernel: Kernel,
  scope: Scope,
  id: Id<'apiHook'>,
  network: string,
): Promise<{ secret: string }> {
  const { db, actor, clock } = scope
  const secret = `plh_${randomBytes(32).toString('base64url')}`
  const [made] = await db
    .update(tables.apiHook)
    // The version stays, because the secret is not part of the form.
    .set({ secret, updatedAt: clock.now() })
    .where(ofCompany(tables.apiHook, actor.companyId, eq(tables.apiHook.id, id)))
    .returning({ name: tables.apiHook.name })
  if (!made) throw refuseNotFound('API hook')
  await scope.journal({
    entity: 'apiHook',
    id,
    name: made.name,
    before: { secret: null },
    after: { secret: clock.now().toISOString() },
  })
  await recordSecurity(kernel, db, {
    kind: 'hookSecretMade',
    companyId: actor.companyId,
    byUserId: actor.userId,
    network,
    detail: { hookId: id },
  })
  return { secret }
}
