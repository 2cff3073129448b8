import { sql } from 'drizzle-orm'
import { index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Id } from '#contract/ids.ts'
import type { OrgEntityKind } from '#contract/orgEntities/orgEntities.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'

export const orgEntity = tenantTable(
  'orgEntity',
  'org_entity',
  {
    name: text('name').notNull(),
    code: text('code').notNull(),
    kind: text('kind').notNull().$type<OrgEntityKind>(),
    parentId: integer('parent_id').$type<Id<'orgEntity'>>(),
    userIds: integer('user_ids').array().notNull().default([]).$type<Id<'user'>[]>(),
  },
  (table) => [
    foreignKeyInCompany(table, table.parentId, () => table),
    uniqueIndex('org_entity_code').on(table.companyId, sql`lower(${table.code})`),
    index('org_entity_parent').on(table.companyId, table.parentId),
  ],
)
