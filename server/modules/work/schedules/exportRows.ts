import { sql } from 'drizzle-orm'
import { scheduleFields } from '#contract/rrules/scheduleFields.ts'
import { keysOf } from '#contract/entityFields.ts'
import * as tables from '#db/schema/index.ts'
import {
  column,
  idsInParts,
  inOrderOf,
  isIn,
  wordCell,
  type ExportCell,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { orderOf } from '#kernel/data/listQueries.ts'
import { schedulesWhere, type Question } from './listWhere.ts'
import { draftOf, scheduleOrder, selectRules, sortColumns } from './readRules.ts'
import { namesOfLists, textOfSchedule } from './scheduleText.ts'

const fields = keysOf(scheduleFields)
export const exportColumns = fields.map((field) => column(field, `field_${field}`))

const words: Readonly<Partial<Record<(typeof fields)[number], string>>> = {
  objects: 'objects',
  timing: 'timing',
  deadline: 'deadline',
  reminder: 'reminder',
  onHoliday: 'dayOff',
  onNonWorkingDay: 'dayOff',
  whenOverdue: 'overdue',
}

export const scheduleExport: ExportSource<Question> = {
  async open(scope, question) {
    return {
      ...(await idsInParts(scope, {
        table: tables.rrule,
        joins: sql`join ${tables.procedure} on ${joinOn(tables.procedure, tables.rrule.procedureId)}`,
        where: scope.from.procedures(
          sql`${tables.rrule.deletedAt} is null`,
          schedulesWhere(question),
        ),
        order: orderOf(scope, question.sort, sortColumns, tables.rrule.id, scheduleOrder(scope)),
      })),
      columns: exportColumns,
      async read(inner, part) {
        const rows = await selectRules(inner, isIn(tables.rrule.id, part))
        const names = await namesOfLists(
          inner,
          rows.map(({ rrule }) => draftOf(rrule)),
        )
        return inOrderOf(part, rows, ({ rrule }) => rrule.id).map(
          ({ rrule, procedure, meterType }) => {
            const text = textOfSchedule(rrule.id, draftOf(rrule), {
              names,
              procedure: procedure.name,
              meter: meterType?.name ?? '',
            })
            return fields.map((field) => cellOf(field, text[field] ?? ''))
          },
        )
      },
    }
  },
}

function cellOf(field: (typeof fields)[number], text: string): ExportCell {
  if (text === '') return null
  const word = words[field]
  if (word !== undefined) return wordCell(text, `${word}_${text}`)
  if (field === 'id' || field === 'repeatCount' || field === 'useQuantity') return Number(text)
  if (field === 'isActive') return text === 'true'
  return field === 'end' ? { day: text } : text
}
