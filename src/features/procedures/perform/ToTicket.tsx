import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import surveyStyles from '../survey/survey.module.css'

export function ToTicket({ ticketId }: { ticketId: number | null }) {
  const { t } = useTranslation('procedures')
  if (ticketId === null) return null
  return (
    <Link
      className={`${surveyStyles.surveySoftButton} ${surveyStyles.surveyStrong}`}
      to={pathTo('ticket', { ticketId })}
    >
      {t('perform.toTicket')}
    </Link>
  )
}
