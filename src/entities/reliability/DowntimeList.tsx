import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DowntimeRow } from '#contract/reliability.ts'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { CorrectDowntime } from './CorrectDowntime.tsx'
import styles from './reliability.module.css'

interface Props {
  rows: readonly DowntimeRow[]
  /** Whether rows of more than one equipment are listed. */
  isOfMany?: boolean
}

export function DowntimeList({ rows, isOfMany = false }: Props) {
  const [correcting, setCorrecting] = useState<number | null>(null)
  const row = rows.find(({ id }) => id === correcting)
  return (
    <>
      <ul className={styles.downtimes}>
        {rows.map((each) => (
          <li key={each.id}>
            <Downtime row={each} isOfMany={isOfMany} onCorrect={() => setCorrecting(each.id)} />
          </li>
        ))}
      </ul>
      {row !== undefined && (
        <CorrectDowntime key={row.id} row={row} onClose={() => setCorrecting(null)} />
      )}
    </>
  )
}

function Downtime({
  row,
  isOfMany,
  onCorrect,
}: {
  row: DowntimeRow
  isOfMany: boolean
  onCorrect(): void
}) {
  const { t } = useTranslation('reliability')
  const lasted = useFormatDuration()
  const mayCorrect = useMay('editor|equipment')
  return (
    <div className={styles.downtime}>
      <span className={styles.downtimeWords}>
        <span>
          {isOfMany && (
            <>
              <Link to={pathTo('equipment', undefined, { id: row.equipment.id })}>
                <bdi>{row.equipment.name}</bdi>
              </Link>{' '}
              ·{' '}
            </>
          )}
          <bdi>{row.status}</bdi>{' '}
          <ColourTag soft colour={row.isPlanned ? 'blue' : 'red'}>
            {t(row.isPlanned ? 'planned' : 'failure')}
          </ColourTag>
        </span>
        <span className="quiet">
          <When at={row.since} as="dateTime" /> –{' '}
          {row.until === null ? t('stillDown') : <When at={row.until} as="dateTime" />}
        </span>
        {row.note === null ? <FoundCause ticket={row.ticket} /> : <bdi>{row.note}</bdi>}
        {row.ticket !== null && (
          <Link to={pathTo('tickets', undefined, { id: row.ticket.id })}>
            <bdi>{row.ticket.title}</bdi>
          </Link>
        )}
      </span>
      <span className={styles.lasted}>
        <strong className="numbers">{lasted(row.seconds)}</strong>
        {row.isCut && <span className="quiet">{t('inRange')}</span>}
      </span>
      {mayCorrect && (
        <Button
          type="text"
          size="small"
          icon={<EditOutlined aria-hidden />}
          aria-label={t('correct')}
          title={t('correct')}
          onClick={onCorrect}
        />
      )}
    </div>
  )
}

/** What was found when the ticket closed. A note by hand takes its place. */
function FoundCause({ ticket }: Pick<DowntimeRow, 'ticket'>) {
  const { t } = useTranslation('reliability')
  const found = [ticket?.problem, ticket?.cause, ticket?.remedy].filter(
    (name): name is string => typeof name === 'string',
  )
  if (found.length === 0) return null
  return (
    <span>
      {found.map((name, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          <bdi>{name}</bdi>
        </span>
      ))}{' '}
      <span className="quiet">{t('foundByTicket')}</span>
    </span>
  )
}
