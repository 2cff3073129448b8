import { and, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import {
  column,
  idsInParts,
  isIn,
  inOrderOf,
  instantCell,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import {
  alertsOrder,
  alertsWhere,
  joined,
  own,
  rowOf,
  selectAlerts,
  type Question,
} from './rows.ts'

const exportColumns = [
  column('at', 'at'),
  column('kind', 'kind'),
  column('level', 'level'),
  column('text', 'text'),
  column('procedure', 'procedure'),
  column('about', 'about'),
  column('score', 'score'),
  column('automation', 'automation'),
  column('by', 'by'),
  column('equipment', 'field_equipment'),
  column('ticket', 'ticket'),
  column('sensor', 'sensor'),
  column('item', 'item'),
  column('zoneRule', 'zoneRule'),
  column('location', 'field_location'),
  column('duty', 'duty'),
  column('others', 'others'),
  column('endedAt', 'endedAt'),
  column('seenAt', 'seenAt'),
]

export const alertExport: ExportSource<Question> = {
  async open(scope, question) {
    return {
      ...(await idsInParts(scope, {
        table: tables.alert,
        joins: sql`join ${tables.alertRecipient} on ${joined}`,
        where: alertsWhere(scope, question),
        order: alertsOrder(scope, question.sort),
      })),
      columns: exportColumns,
      async read(inner, part) {
        const found = await selectAlerts(
          inner,
          and(own(inner), isIn(tables.alert.id, part)),
          question.equipmentId,
        )
        return inOrderOf(part, found, ({ alert }) => alert.id).map((selected) => {
          const { alert, seenAt } = selected
          const row = rowOf(selected)
          return [
            { at: +alert.at },
            { key: row.kind, word: `alert_${row.kind}` },
            { key: row.level, word: `level_${row.level}` },
            row.text ?? row.cause?.text ?? null,
            row.procedure,
            row.thing,
            row.score,
            row.automation,
            row.by,
            row.equipment?.name ?? null,
            row.ticket?.title ?? null,
            row.sensor?.name ?? null,
            row.stock?.name ?? null,
            row.zone?.rule.name ?? null,
            row.zone?.place ?? null,
            row.duty?.name ?? null,
            row.others.count,
            instantCell(alert.endedAt),
            instantCell(seenAt),
          ]
        })
      },
    }
  },
}
