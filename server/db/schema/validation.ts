import { doublePrecision, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenantTable } from '#db/tenantTable.ts'

/**
 * What an answer must keep to. Alone, because questions name it and the company's other words name
 * what has questions.
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
