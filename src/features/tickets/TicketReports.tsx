/** Reports by label of a ticket, with the reporter's contact for people who may edit tickets. */
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import type { labelReports } from '#contract/labelReports.ts'
import { labelCalls } from '#entities/labels/calls.ts'
import { When } from '#ui/page/marks.tsx'
import styles from './TicketPanel.module.css'

type Report = Output<typeof labelReports.listTicketReports>[number]

export function TicketReports({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation('labelReports')
  const { data: reports = [] } = labelCalls.useListTicketReportsQuery({ params: { id: ticketId } })
  if (reports.length === 0) return null
  // “Me too” without words is counted, not listed.
  const isBare = ({ isRepeat, words, contact, isFixed }: Report) =>
    isRepeat && words === null && contact === null && isFixed === null
  const bare = reports.filter(isBare)
  const last = bare.at(-1)
  return (
    <section aria-label={t('ofTicket')}>
      <h3>{t('ofTicket')}</h3>
      <ul className={styles.ticketReports}>
        {reports
          .filter((report) => !isBare(report))
          .map(({ id, at, text, words, isRepeat, isFixed, contact, isErased }) => (
            <li key={id}>
              <p>
                <strong dir="auto">{isRepeat ? t('meToo') : text}</strong>{' '}
                <span className="quiet">
                  <When at={at} />
                </span>
              </p>
              {words !== null && isRepeat && <p dir="auto">{words}</p>}
              {contact !== null && (
                <p>
                  {contact.name !== '' && <bdi>{contact.name}</bdi>}{' '}
                  {contact.phone !== '' && (
                    <a href={`tel:${contact.phone.replace(/[^\d+]/g, '')}`}>
                      <bdi dir="ltr">{contact.phone}</bdi>
                    </a>
                  )}
                </p>
              )}
              {isFixed !== null && <p>{t(isFixed ? 'saysFixed' : 'saysNotFixed')}</p>}
              {isErased && <p className="quiet">{t('erased')}</p>}
            </li>
          ))}
        {last !== undefined && (
          <li>
            {t('again', { count: bare.length })}{' '}
            <span className="quiet">
              <When at={last.at} />
            </span>
          </li>
        )}
      </ul>
    </section>
  )
}
