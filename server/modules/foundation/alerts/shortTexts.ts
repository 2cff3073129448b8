/** Alerts as one reader may see them, short enough for a lock screen. */
import { inArray, and } from 'drizzle-orm'
import { causeKinds, happenings, type AlertKind, type CauseKind } from '#contract/alerts.ts'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import type { MetricName } from '#contract/metricNames.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { own, rowOf, selectAlerts } from './rows.ts'
import { addressOf } from './send.ts'
import { lastingText, lowText, words } from './texts.ts'

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
  const { ticket, stock, sensor, equipment, procedureLogId } = row
  if (ticket === null && stock !== null) return `/inventory?id=${stock.id}`
  const about = { ticketId: ticket?.id ?? null, procedureLogId, equipmentId: equipment?.id ?? null }
  return addressOf(about) ?? (sensor === null ? '/' : `/sensors?id=${sensor.id}`)
}

function lastingOf(
  language: Language,
  { sensor, equipment, stock, thing }: Row,
  kind: CauseKind,
  detail: string,
): string | null {
  if (kind === 'stockLow')
    return stock === null || thing === null
      ? null
      : lowText(language, { name: stock.name, place: thing, detail })
  const name = sensor?.name ?? equipment?.name
  // A sensor's metric is one of the contract's names.
  const metric = (sensor?.metric ?? null) as MetricName | null
  return name === undefined ? null : lastingText(language, kind, { name, metric, detail })
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
  const lasting = causeKinds.find((one) => one === kind)
  if (lasting !== undefined) return lastingOf(actor.language, row, lasting, detail)
  if (row.zone !== null) {
    const place = row.zone.place ?? row.zone.rule.name
    if (kind === 'zoneFewer')
      return their.zone.fewer({ place, there: Number(detail), minimum: row.zone.minimum })
    return row.equipment === null
      ? null
      : their.zone[kind === 'zoneIdle' ? 'idle' : 'left']({ name: row.equipment.name, place })
  }
  if (kind !== 'automation' && kind !== 'dutyCalled') return null
  const cause =
    row.cause === null ? null : lastingOf(actor.language, row, row.cause.kind, row.cause.text ?? '')
  const own =
    kind === 'dutyCalled' ? their.called(row.ticket?.title ?? detail.trim()) : detail.trim()
  const said = [own, cause].filter((part) => part !== null && part !== '').join('\n')
  if (said !== '') return said
  return row.procedure === null
    ? null
    : their.done({ procedure: row.procedure, thing: row.thing ?? '', score: row.score })
}
