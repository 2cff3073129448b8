import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { importsAtWork } from '#contract/imports.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { hasUnrestrictedView } from '#kernel/access/rights.ts'
import type { Scope } from '#kernel/access/scope.ts'

/** A user with limited rights sees only their own imports. */
export function seenImports({ actor }: Pick<Scope, 'actor'>): SQL {
  const own = actor.userId === null ? sql`false` : eq(tables.importJob.startedBy, actor.userId)
  return ofCompany(tables.importJob, actor.companyId, hasUnrestrictedView(actor) ? undefined : own)
}

export const isAtWork: SQL = inArray(tables.importJob.status, [...importsAtWork])
