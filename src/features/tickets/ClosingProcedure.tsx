import { CheckCircleFilled, FormOutlined, MobileOutlined } from '@ant-design/icons'
import { Trans, useTranslation } from 'react-i18next'
import type { TicketDetail } from '#contract/tickets.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useUnsent } from '#entities/unsent/useUnsent.ts'
import { pathTo } from '#lib/paths.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import styles from './TicketPanel.module.css'

type Closing = TicketDetail['closing']
export type ClosingStanding = 'none' | 'open' | 'waits' | 'done'

/** `waits`: a log on this device is sent before the ticket closes. */
export function useClosingProcedure({
  id,
  closing,
}: Pick<TicketDetail, 'id'> & { closing: Closing | undefined }): ClosingStanding {
  const { unsent } = useUnsent()
  const procedure = closing?.procedure ?? null
  if (procedure === null) return 'none'
  if (procedure.isDone) return 'done'
  return unsent.some(
    ({ submission }) => submission.ticketId === id && submission.procedureId === procedure.id,
  )
    ? 'waits'
    : 'open'
}

interface Props {
  ticketId: number
  procedure: NonNullable<Closing['procedure']>
  standing: ClosingStanding
}

/** The procedure that must be done before the ticket closes, with a way to perform it. */
export function ClosingProcedure({ ticketId, procedure, standing }: Props) {
  const { t } = useTranslation('tickets')
  const mayPerform = useMay('performer|procedures')
  const { equipmentId, locationId } = procedure
  if (procedure.name === '')
    return standing === 'open' ? (
      <p className={styles.closingFirst}>{t('closing.firstHidden')}</p>
    ) : null
  const named = (key: 'closing.first' | 'closing.done' | 'closing.waits') => (
    <Trans t={t} i18nKey={key} values={{ procedure: procedure.name }} components={{ b: <bdi /> }} />
  )
  if (standing === 'done')
    return (
      <p className={styles.closingFirst}>
        <CheckCircleFilled aria-hidden className={styles.closingDone} /> {named('closing.done')}
      </p>
    )
  if (standing === 'waits')
    return (
      <p className={styles.closingFirst}>
        <MobileOutlined aria-hidden /> {named('closing.waits')}
      </p>
    )
  return (
    <div className={styles.closingFirst} role="note">
      <span>
        <strong>{named('closing.first')}</strong>{' '}
        <span className="quiet">{t('closing.firstHint')}</span>
      </span>
      {mayPerform && (
        <LinkButton
          size="small"
          icon={<FormOutlined aria-hidden />}
          to={pathTo(
            'procedurePerform',
            { procedureId: procedure.id },
            {
              ticketId,
              ...(equipmentId !== null && { equipmentId }),
              ...(locationId !== null && { locationId }),
            },
          )}
        >
          {t('closing.perform')}
        </LinkButton>
      )}
    </div>
  )
}
