import { doublePrecision, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenantTable } from '#db/tenantTable.ts'

/**
 * Validation rules for answers. In its own file, because importing it from the company's tables
 * would be circular.
 */
export const validationType = tenantTable(
  'validationType',
  'validation_type',
  {
    name: text('name').notNull(),
    dataType: text('data_type').notNull().$type<'number' | 'text'>(),
    minimum: doublePrecision('minimum'),
    maximum: doublePrecision('maximum'),
    pattern: text('pattern'),
    hint: text('hint'),
  },
  (table) => [uniqueIndex('validation_type_name').on(table.companyId, table.name)],
)
