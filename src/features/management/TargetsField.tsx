/**
 * The targets of a ticket type by priority: hours until a ticket is taken up and hours until it is
 * done.
 */
import type { Translate } from '#lib/i18n/translate.ts'
import { useTranslation } from 'react-i18next'
import {
  MAX_TARGET_HOURS,
  ticketPriorities,
  ticketTargetFaults,
  type TicketPriority,
  type TicketTarget,
} from '#contract/rules/ticketDue.ts'
import { describeTarget } from '#entities/tickets/describeTarget.ts'
import { PriorityMark } from '#entities/tickets/PriorityMark.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import styles from './management.module.css'

interface Props {
  value?: TicketTarget[]
  onChange?(targets: TicketTarget[]): void
  id?: string
}
const columns = ['respondHours', 'resolveHours'] as const

export function TargetsField({ value = [], onChange, id }: Props) {
  const { t } = useTranslation(['management', 'tickets'])
  const targetOf = (priority: TicketPriority): TicketTarget =>
    value.find((one) => one.priority === priority) ?? {
      priority,
      respondHours: null,
      resolveHours: null,
    }
  const put = (changed: TicketTarget) =>
    onChange?.(
      ticketPriorities
        .map((priority) => (priority === changed.priority ? changed : targetOf(priority)))
        .filter(({ respondHours, resolveHours }) => respondHours !== null || resolveHours !== null),
    )
  return (
    <table className={styles.targets} id={id}>
      <thead>
        <tr>
          <th scope="col">{t('tickets:column.priority')}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`tickets:target.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ticketPriorities.map((priority) => (
          <tr key={priority}>
            <th scope="row">
              <PriorityMark priority={priority} />
            </th>
            {columns.map((column) => (
              <td key={column}>
                <NumberInput
                  aria-label={`${t(`tickets:target.${column}`)}: ${t(`tickets:priority.${priority}`)}`}
                  min={0.25}
                  max={MAX_TARGET_HOURS}
                  placeholder="–"
                  value={targetOf(priority)[column]}
                  onChange={(hours) => put({ ...targetOf(priority), [column]: hours })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function targetsRule(t: Translate<['management', 'common']>) {
  return {
    validator: (_rule: unknown, targets: TicketTarget[] | undefined) =>
      ticketTargetFaults(targets ?? []).includes('respondAfterResolve')
        ? Promise.reject(new Error(t('targets_respondAfterResolve')))
        : Promise.resolve(),
  }
}

export function TargetLines({ targets }: { targets: readonly TicketTarget[] }) {
  const { t } = useTranslation('tickets')
  if (targets.length === 0) return <span className="quiet">{t('target.none')}</span>
  return targets.map((target) => <div key={target.priority}>{describeTarget(target, t)}</div>)
}
