import { QrcodeOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TicketDetail } from '#contract/tickets.ts'
import { pathTo } from '#lib/paths.ts'
import { automationCalls } from '#entities/automations/calls.ts'
import { VerdictList } from '#entities/automations/VerdictList.tsx'
import { PersonName } from '#ui/page/marks.tsx'
import styles from './TicketPanel.module.css'

export function OpenedBy({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets')
  const rule = ticket.openedByAutomation
  // A ticket that the device kept before an upgrade does not have the field.
  const isReported: boolean | undefined = ticket.isReported
  if (isReported === true)
    return (
      <p className={styles.ticketOpener}>
        <QrcodeOutlined aria-hidden /> {t('openedByReport')}
      </p>
    )
  if (rule === null)
    return (
      <p className={styles.ticketOpener}>
        <span className="quiet">{t('openedBy')}</span>{' '}
        <PersonName person={ticket.opener} none={t('unknown')} />
      </p>
    )
  const link =
    rule.id === null ? <strong /> : <Link to={pathTo('automation', { automationId: rule.id })} />
  return (
    <div className={styles.ticketRule}>
      <ThunderboltOutlined aria-hidden />
      <div>
        <p>
          {rule.name === '' ? (
            <Trans t={t} i18nKey="openedByUnnamed" components={{ rule: link }} />
          ) : (
            <Trans
              t={t}
              i18nKey="openedByRule"
              values={{ name: rule.name }}
              components={{ rule: link, bdi: <bdi /> }}
            />
          )}
        </p>
        <Because ticketId={ticket.id} />
      </div>
    </div>
  )
}

function Because({ ticketId }: { ticketId: number }) {
  const { data } = automationCalls.useListAutomationRunsQuery({
    body: { ticketId, limit: 20, sort: 'at' },
  })
  const run = data?.rows.find(({ effects }) =>
    effects.some(
      ({ kind, ticketIds }) => kind === 'openTicket' && ticketIds.some((id) => id === ticketId),
    ),
  )
  return run === undefined ? null : <VerdictList verdicts={run.verdicts} names={run.names} />
}
