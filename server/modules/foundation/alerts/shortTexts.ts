/** Alerts as one reader may see them, short enough for a lock screen. */
import { inArray, and } from 'drizzle-orm'
import { incidentKinds, happenings, type AlertKind } from '#contract/alerts.ts'
import type { Id } from '#contract/ids.ts'
import type { MetricName } from '#contract/metricNames.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { own, rowOf, selectAlerts } from './rows.ts'
import { addressOf } from './send.ts'
import { lastingText, words } from './texts.ts'

type Row = ReturnType<typeof rowOf>

export interface ShortText {
  kind: AlertKind
  level: Row['level']
  /** Null if the reader may not see what it is about, or if only the kind is to be shown. */
  text: string | null
  path: string
}

/** In the order of the ids. Alerts that are gone, or are not the reader's, are left out. */
export async function shortTexts(scope: Scope, ids: readonly Id<'alert'>[]): Promise<ShortText[]> {
  const found = await selectAlerts(
    scope,
    and(own(scope), inArray(tables.alert.id, [...ids])),
    undefined,
  )
  const byId = new Map(found.map((one) => [one.alert.id, rowOf(one)]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined
      ? []
      : [{ kind: row.kind, level: row.level, text: textOf(scope, row), path: pathOf(row) }]
  })
}

function pathOf(row: Row): string {
  if (row.stock !== null) return `/inventory?id=${row.stock.id}`
  return (
    addressOf({
      ticketId: row.ticket?.id ?? null,
      procedureLogId: row.procedureLogId,
      equipmentId: row.equipment?.id ?? null,
    }) ?? '/'
  )
}

function textOf({ actor }: Scope, row: Row): string | null {
  const their = words[actor.language]
  const { kind, text } = row
  const detail = text ?? ''
  const happened = happenings.find((one) => one === kind)
  if (happened !== undefined) {
    const name = happened === 'statusChanged' ? row.equipment?.name : row.ticket?.title
    return name === undefined ? null : their.happened[happened]({ name, detail, by: row.by ?? '' })
  }
  const incident = incidentKinds.find((one) => one === kind)
  if (incident !== undefined) {
    const name = row.sensor?.name ?? row.equipment?.name
    // A sensor's metric is one of the contract's names.
    const metric = (row.sensor?.metric ?? null) as MetricName | null
    return name === undefined ? null : lastingText(their, incident, { name, metric, detail })
  }
  if (kind === 'stockLow')
    return row.stock === null || row.thing === null
      ? null
      : their.stockLow({ item: row.stock.name, place: row.thing })
  if (row.zone !== null) {
    const place = row.zone.place ?? row.zone.rule.name
    if (kind === 'zoneFewer')
      return their.zone.fewer({ place, there: Number(detail), minimum: row.zone.minimum })
    return row.equipment === null
      ? null
      : their.zone[kind === 'zoneIdle' ? 'idle' : 'left']({ name: row.equipment.name, place })
  }
  if (kind !== 'automation') return null
  if (detail.trim() !== '') return detail.trim()
  return row.procedure === null
    ? null
    : their.done({ procedure: row.procedure, thing: row.thing ?? '', score: row.score })
}
