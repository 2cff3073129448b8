import { exportedKeys } from '#contract/entityFields.ts'
import { MAX_EXPORTED_COLUMNS } from '#contract/listExports.ts'
import { locationFields as fields } from '#contract/locations/locationFields.ts'
import * as tables from '#db/schema/index.ts'
import { mapFields } from '#kernel/data/entityFields.ts'
import { factCells, factsOf } from '#kernel/data/exportFacts.ts'
import {
  column,
  idsInParts,
  isIn,
  inOrderOf,
  type ExportCell,
  type ExportColumn,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { metadataCell, usedFields } from '../metadata/index.ts'
import { asked, locationOrder, type Question } from './listWhere.ts'
import { roomTexts } from './mapRooms.ts'
import { joinsToSort, rowOf, selectLocations, type Selected } from './rows.ts'

const keys = exportedKeys(fields)
const head: ExportColumn[] = [
  column('id', 'id'),
  ...keys.map((key) => column(key, `field_${key}`)),
  column('mapRoom', 'field_mapRoom'),
]
const foot = [column('equipmentCount', 'equipmentCount'), column('updatedAt', 'updatedAt')]

/** Columns of every exported file, by which an import recognises it. */
export const exportColumns: readonly ExportColumn[] = [...head, ...foot]

export const locationExport: ExportSource<Question> = {
  async open(scope, question) {
    const where = asked(scope, question)
    const listed = await idsInParts(scope, {
      table: tables.location,
      joins: joinsToSort,
      where,
      order: locationOrder(scope, question.sort, question.search),
    })
    const metadata = await usedFields(scope, {
      table: tables.location,
      metadata: tables.location.metadata,
    })
    const facts = await factsOf(scope, {
      table: tables.location,
      where,
      atMost: MAX_EXPORTED_COLUMNS - exportColumns.length - metadata.length,
    })
    return {
      ...listed,
      columns: [
        ...head,
        ...metadata.map(({ name }) => ({ key: name, title: { name } })),
        ...facts.columns,
        ...foot,
      ],
      async read(inner, part) {
        const rows = await selectLocations(
          inner,
          inner.from.locations(isIn(tables.location.id, part)),
        )
        const rooms = await roomTexts(
          inner,
          rows.map(({ location }) => location.id),
        )
        return inOrderOf(part, rows, ({ location }) => location.id).map((row) => [
          row.location.id,
          ...fieldCells(row),
          rooms.get(row.location.id)?.text ?? null,
          ...metadata.map(({ id }) => metadataCell(row.location.metadata[id])),
          ...factCells(facts, row.location.details),
          row.equipmentCount,
          { at: +row.location.updatedAt },
        ])
      },
    }
  },
}

function fieldCells(selected: Selected): ExportCell[] {
  const row = rowOf(selected)
  return Object.values(
    mapFields<typeof fields, (typeof keys)[number], ExportCell>(fields, keys, row, {
      type: row.type.name,
      parent: row.parent?.name ?? null,
      orgEntity: row.orgEntity?.name ?? null,
    }),
  )
}
