import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useTicketWorkText } from '#entities/tickets/useTicketWorkText.ts'
import type { UnsentTicketWork } from '#entities/unsent/device.ts'
import { sendNow } from '#entities/unsent/sendLoop.ts'
import { useTicketWork } from '#entities/unsent/useTicketWork.ts'
import { useUnsent } from '#entities/unsent/useUnsent.ts'
import { useWhyRefused, refusalReason } from '#entities/unsent/useWhyRefused.ts'
import { pathTo } from '#lib/paths.ts'
import { When } from '#ui/page/marks.tsx'
import styles from './UnsentSign.module.css'

export function UnsentList({
  onLeave,
  onDecide,
}: {
  onLeave(): void
  onDecide(item: UnsentTicketWork): void
}) {
  const { t } = useTranslation(['shell', 'tickets'])
  const words = useTicketWorkText()
  const why = useWhyRefused()
  const { unsent: performances } = useUnsent()
  const { unsent: ticketWork } = useTicketWork()
  const rows = [
    ...performances.map(({ clientKey, submission, procedureName, placeName, ...one }) => ({
      key: clientKey,
      at: submission.doneAt,
      head: (
        <>
          <bdi>{procedureName}</bdi> · <bdi>{placeName}</bdi>
        </>
      ),
      isRefused: one.refused !== null,
      why: why(refusalReason(one)),
      look: (
        <Link
          to={pathTo(
            'procedurePerform',
            { procedureId: submission.procedureId },
            { waiting: clientKey },
          )}
          onClick={onLeave}
        >
          {t('tickets:waits.look')}
        </Link>
      ),
    })),
    ...ticketWork.map((item) => ({
      key: item.clientKey,
      at: item.at,
      head: (
        <>
          {words(item.work)} · <bdi>{item.title}</bdi>
        </>
      ),
      isRefused: item.refused !== null,
      why: why(refusalReason(item)),
      look:
        item.work.kind === 'reading' ? (
          <Link
            to={pathTo('equipment', undefined, { id: item.work.equipmentId, tab: 'meters' })}
            onClick={onLeave}
          >
            {t('tickets:waits.look')}
          </Link>
        ) : (
          <Button type="link" size="small" onClick={() => onDecide(item)}>
            {t('tickets:waits.look')}
          </Button>
        ),
    })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return (
    <div className={styles.list}>
      <p className="quiet">{t('unsent.hint')}</p>
      <ul>
        {rows.map(({ key, at, head, isRefused, why: reason, look }) => (
          <li key={key}>
            <span>{head}</span>
            <span className="quiet">
              <When at={at} as="dateTime" />
            </span>
            {isRefused && (
              <span className={styles.refused}>
                {t('unsent.refused')} {reason} {look}
              </span>
            )}
          </li>
        ))}
      </ul>
      {rows.some(({ isRefused }) => !isRefused) && (
        <Button size="small" onClick={sendNow}>
          {t('unsent.sendNow')}
        </Button>
      )}
    </div>
  )
}
