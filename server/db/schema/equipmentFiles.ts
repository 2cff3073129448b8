import { sql } from 'drizzle-orm'
import { check, index, integer, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { EquipmentFileKind } from '#contract/equipment/equipmentFiles.ts'
import type { Id } from '#contract/ids.ts'
import { tenantTable, foreignKeyInCompany } from '#db/tenantTable.ts'
import { user } from './people.ts'
import { equipment } from './places.ts'
import { file } from './procedures.ts'

export const equipmentFile = tenantTable(
  'equipmentFile',
  'equipment_file',
  {
    equipmentId: integer('equipment_id').notNull().$type<Id<'equipment'>>(),
    kind: text('kind').notNull().$type<EquipmentFileKind>(),
    name: text('name').notNull(),
    fileId: integer('file_id').$type<Id<'file'>>(),
    url: text('url'),
    addedBy: integer('added_by').notNull().$type<Id<'user'>>(),
    removedAt: timestamp('removed_at', { withTimezone: true }),
  },
  (table) => [
    foreignKeyInCompany(table, table.equipmentId, () => equipment),
    foreignKeyInCompany(table, table.fileId, () => file),
    foreignKeyInCompany(table, table.addedBy, () => user),
    check('equipment_file_one', sql`(file_id is null) <> (url is null)`),
    uniqueIndex('equipment_file_upload').on(table.companyId, table.fileId),
    index('equipment_file_of').on(table.companyId, table.equipmentId),
    index('equipment_file_removed')
      .on(table.removedAt)
      .where(sql`removed_at is not null`),
  ],
)
