import type { Translate } from '#lib/i18n/translate.ts'
import type { TicketTarget } from '#contract/rules/ticketDue.ts'

/** Formats a target: "High: taken up within 4 hours, done within 24 hours". */
export function describeTarget(
  { priority, respondHours, resolveHours }: TicketTarget,
  t: Translate<'tickets'>,
): string {
  const parts = [
    ...(respondHours === null ? [] : [t('target.respond', { count: respondHours })]),
    ...(resolveHours === null ? [] : [t('target.resolve', { count: resolveHours })]),
  ]
  return t('target.line', {
    priority: t(`priority.${priority}`),
    times: parts.length === 0 ? t('target.none') : parts.join(', '),
  })
}
