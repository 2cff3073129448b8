import { and, asc, gte, lt, sql } from 'drizzle-orm'
import type { QuestionOf } from '#contract/listExports.ts'
import * as tables from '#db/schema/index.ts'
import {
  column,
  idsInParts,
  inOrderOf,
  instantCell,
  isIn,
  wordCell,
  type ExportCell,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { intArray } from '#kernel/data/listQueries.ts'
import { byName } from '#kernel/data/nameOrder.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { equipmentWhere } from '../equipment/index.ts'
import { ofVisible } from './meters.ts'

const { meter, meterReading: reading, meterType, equipment, user } = tables

/** Columns by which an import recognises the file. */
export const exportColumns = [
  column('equipmentId', 'field_equipmentId'),
  column('equipment', 'field_equipment'),
  column('meter', 'field_meter'),
  column('readAt', 'field_readAt'),
  column('meterReading', 'field_meterReading'),
  column('unit', 'field_unit'),
  column('readingKind', 'field_readingKind'),
  column('counterStart', 'field_counterStart'),
  column('counterEnd', 'field_counterEnd'),
  column('total', 'totalUse'),
  column('by', 'by'),
]

export const meterReadingExport: ExportSource<QuestionOf<'meterReadings'>> = {
  async open(scope, { meterIds, equipment: chosen, typeIds, from, to }) {
    const listed = await idsInParts(scope, {
      table: reading,
      joins: sql`join ${meter} on ${joinOn(meter, reading.meterId)}
        join ${equipment} on ${joinOn(equipment, meter.equipmentId)}
        join ${meterType} on ${joinOn(meterType, meter.typeId)}`,
      where: ofVisible(
        scope,
        sql`${reading.kind} not in ('started', 'stopped')`,
        meterIds && sql`${meter.id} = any(${intArray(meterIds)})`,
        chosen && equipmentWhere(scope, chosen),
        typeIds && sql`${meter.typeId} = any(${intArray(typeIds)})`,
        from === undefined ? undefined : gte(reading.at, new Date(from)),
        to === undefined ? undefined : lt(reading.at, new Date(to)),
      ),
      order: [
        byName(scope, equipment.name),
        asc(equipment.id),
        byName(scope, meterType.name),
        asc(meter.id),
        asc(reading.at),
      ],
    })
    return {
      columns: exportColumns,
      ...listed,
      async read(inner, part) {
        const rows = await selectRows(inner, part)
        return inOrderOf(part, rows, (row) => row.reading.id).map(cellsOf)
      },
    }
  },
}

const selectRows = (scope: Scope, part: string) =>
  scope.db
    .select({
      reading,
      number: equipment.equipmentId,
      name: equipment.name,
      meter: meterType.name,
      unit: meterType.unit,
      by: sql<string | null>`${user.firstName} || ' ' || ${user.lastName}`,
    })
    .from(reading)
    .innerJoin(meter, joinOn(meter, reading.meterId))
    .innerJoin(equipment, joinOn(equipment, meter.equipmentId))
    .innerJoin(meterType, joinOn(meterType, meter.typeId))
    .leftJoin(user, joinOn(user, reading.byId))
    .where(and(ofVisible(scope), isIn(reading.id, part)))

function cellsOf({
  reading: row,
  number,
  name,
  meter: called,
  unit,
  by,
}: Awaited<ReturnType<typeof selectRows>>[number]): ExportCell[] {
  return [
    number,
    name,
    called,
    instantCell(row.at),
    row.value,
    unit,
    row.kind === 'read' ? null : wordCell(row.kind, `readingKind_${row.kind}`),
    row.startsAt,
    row.endsAt,
    row.total,
    by,
  ]
}
