import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { roundAddress, type RoundPlace } from '#entities/recurrence/round.ts'
import { useFormat } from '#lib/format.tsx'
import styles from './perform.module.css'

export function RoundHead({
  procedureId,
  rest,
  of,
}: {
  procedureId: number
  rest: readonly RoundPlace[]
  of: number
}) {
  const { t } = useTranslation('today')
  const format = useFormat()
  return (
    <p className={styles.performRound}>
      <strong>
        {t('position', {
          at: format.number(Math.max(1, of - rest.length)),
          of: format.number(of),
        })}
      </strong>
      <Link to={roundAddress(procedureId, rest, of)}>{t(rest.length > 0 ? 'skip' : 'end')}</Link>
    </p>
  )
}
