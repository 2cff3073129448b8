/** Values of the fields that a company adds to its equipment, locations and tickets. */
import { isDeepStrictEqual } from 'node:util'
import { eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type {
  givenMetadata,
  OwnFieldFilter,
  ownValues,
  shownMetadata,
} from '#contract/metadataValues.ts'
import { valueFault, type MetadataOwner, type MetadataValue } from '#contract/rules/metadata.ts'
import { hasVisible } from '#contract/rules/visible.ts'
import { valuesMeant } from '#contract/rules/ownFieldText.ts'
import * as tables from '#db/schema/index.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { folded, isAnyId, searchIn } from '#kernel/data/listQueries.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import { Parts } from '#kernel/events/journal.ts'
import type { ExportCell } from '#kernel/data/exportSource.ts'
import type { Scope } from '#kernel/access/scope.ts'

type Given = z.output<typeof givenMetadata>
export type StoredMetadata = Record<string, MetadataValue>

/**
 * Validates each value against its field and returns it in stored form. Unchanged values are not
 * validated: a field may have lost a choice since, and renaming the equipment must still work.
 */
export async function parseMetadata(
  { db, actor }: Scope,
  belongsTo: MetadataOwner,
  given: Given,
  before: Readonly<StoredMetadata> = {},
): Promise<StoredMetadata> {
  if (given.length === 0) return {}
  const fields = await db
    .select()
    .from(tables.metadataField)
    .where(
      ofCompany(
        tables.metadataField,
        actor.companyId,
        eq(tables.metadataField.belongsTo, belongsTo),
        inArray(
          tables.metadataField.id,
          given.map(({ fieldId }) => fieldId),
        ),
      ),
    )
  const kept: StoredMetadata = {}
  for (const [index, { fieldId, value }] of given.entries()) {
    const field = fields.find((one) => one.id === fieldId)
    if (!field) throw refuseNotFound('metadata field', `body.metadata.${index}.fieldId`)
    // Spaces only: the field stays empty.
    if (field.dataType === 'text' && typeof value === 'string' && !hasVisible(value)) continue
    const fault = isDeepStrictEqual(before[fieldId], value) ? null : valueFault(field, value)
    if (fault !== null)
      throw badInput(`body.metadata.${index}.value`, fault, `This does not fit “${field.name}”.`)
    kept[fieldId] = value
  }
  return kept
}

/** The stored values with the names of their fields, sorted by name. */
export async function showMetadata(
  { db, actor }: Scope,
  metadata: Readonly<StoredMetadata>,
): Promise<z.input<typeof shownMetadata>> {
  const ids = Object.keys(metadata).map(Number)
  if (ids.length === 0) return []
  const fields = await db
    .select({
      id: tables.metadataField.id,
      name: tables.metadataField.name,
      unit: tables.metadataField.unit,
      dataType: tables.metadataField.dataType,
      choices: tables.metadataField.choices,
    })
    .from(tables.metadataField)
    .where(ofCompany(tables.metadataField, actor.companyId, isAnyId(tables.metadataField.id, ids)))
    .orderBy(byName({ actor }, tables.metadataField.name))
  return fields.flatMap(({ id: fieldId, name, unit, ...shape }) => {
    const value = metadata[fieldId]
    return value === undefined
      ? []
      : [
          {
            fieldId,
            name,
            unit,
            value: toShown(value),
            ...(valueFault(shape, value) !== null && { isOutdated: true }),
          },
        ]
  })
}

/** For the journal, which records each field by itself. */
export const metadataParts = (metadata: Readonly<StoredMetadata>): Parts =>
  new Parts(
    Object.entries(metadata).map(([id, value]) => ({
      of: { kind: 'metadataField', id: Number(id) },
      value,
    })),
  )

/** Fields that have a value in this table, as columns of an export. */
export const usedFields = (
  { db, actor }: Scope,
  { table, metadata }: { table: PgTable & { companyId: AnyPgColumn }; metadata: AnyPgColumn },
) =>
  db
    .select({ id: tables.metadataField.id, name: tables.metadataField.name })
    .from(tables.metadataField)
    .where(
      ofCompany(
        tables.metadataField,
        actor.companyId,
        sql`${tables.metadataField.id}::text in (select jsonb_object_keys(${metadata})
          from ${table} where ${ofCompany(table, actor.companyId)})`,
      ),
    )
    .orderBy(byName({ actor }, tables.metadataField.name))

export const metadataCell = (value: MetadataValue | undefined): ExportCell =>
  value === undefined ? null : Array.isArray(value) ? value.join('; ') : (value as ExportCell)

/** Lists are compared as they are shown, so a part of one choice finds the row. */
export function hasOwnValue(metadata: AnyPgColumn, { fieldId, text }: OwnFieldFilter): SQL {
  const key = String(fieldId)
  const isMeant = valuesMeant(text).map(
    (value) => sql`(${metadata} -> ${key}::text) = ${JSON.stringify(value)}::jsonb`,
  )
  const contains = searchIn(folded(sql`(${metadata} ->> ${key}::text)`), text)
  return or(contains, ...isMeant) ?? sql`false`
}

/** The values that a list's row shows as columns. */
export const ownValuesOf = (
  metadata: Readonly<StoredMetadata>,
  fieldIds: readonly Id<'metadataField'>[] | undefined,
): { ownValues?: z.input<typeof ownValues> } =>
  fieldIds === undefined
    ? {}
    : {
        ownValues: fieldIds.flatMap((fieldId) => {
          const value = metadata[fieldId]
          return value === undefined ? [] : [{ fieldId, value: toShown(value) }]
        }),
      }

const toShown = (value: MetadataValue): string | number | boolean | string[] =>
  typeof value === 'object' ? [...value] : value
