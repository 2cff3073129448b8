import { metadataCell, usedFields } from '../../foundation/metadata/index.ts'
import { exportedKeys } from '#contract/entityFields.ts'
import { equipmentFields as fields } from '#contract/equipment/equipmentFields.ts'
import { MAX_EXPORTED_COLUMNS } from '#contract/listExports.ts'
import * as tables from '#db/schema/index.ts'
import { mapFields } from '#kernel/data/entityFields.ts'
import {
  column,
  idsInParts,
  isIn,
  inOrderOf,
  type ExportCell,
  type ExportColumn,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { factCells, factsOf } from '#kernel/data/exportFacts.ts'
import { equipmentOrder } from './listOrder.ts'
import { listWhere, type Question } from './listWhere.ts'
import { joinsToSort, rowOf, selectEquipment, type Selected } from './rows.ts'

const keys = exportedKeys(fields)
const head: ExportColumn[] = [column('id', 'id'), ...keys.map((key) => column(key, `field_${key}`))]
const foot = [column('alertsCount', 'openAlerts'), column('updatedAt', 'updatedAt')]

export const exportColumns: readonly ExportColumn[] = [...head, ...foot]

export const equipmentExport: ExportSource<Question> = {
  async open(scope, question) {
    const where = listWhere(scope, question)
    const listed = await idsInParts(scope, {
      table: tables.equipment,
      joins: joinsToSort(scope),
      where,
      order: equipmentOrder(scope, question.sort, question.search),
    })
    const metadata = await usedFields(scope, {
      table: tables.equipment,
      metadata: tables.equipment.metadata,
    })
    const own: ExportColumn[] = [
      ...head,
      ...metadata.map(({ name }) => ({ key: name, title: { name } })),
    ]
    const facts = await factsOf(scope, {
      table: tables.equipment,
      where,
      atMost: MAX_EXPORTED_COLUMNS - own.length - foot.length,
    })
    return {
      ...listed,
      columns: [...own, ...facts.columns, ...foot],
      async read(inner, part) {
        const rows = await selectEquipment(
          inner,
          inner.from.equipment(isIn(tables.equipment.id, part)),
        )
        return inOrderOf(part, rows, ({ equipment }) => equipment.id).map((row) => [
          row.equipment.id,
          ...fieldCells(row),
          ...metadata.map(({ id }) => metadataCell(row.equipment.metadata[id])),
          ...factCells(facts, row.equipment.details),
          row.alertsCount,
          { at: +row.equipment.updatedAt },
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
      status: row.status?.name ?? null,
      location: row.location?.name ?? null,
      orgEntity: row.orgEntity?.name ?? null,
      tags: row.tags.map((one) => one.name).join('; '),
      isStatic: row.isStatic,
    }),
  )
}
