import { ThunderboltOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Automation } from '#contract/automation/automation.ts'
import { pathTo } from '#lib/paths.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import styles from './procedures.module.css'

interface Props {
  questionId: number
  procedureId: number
  automations: readonly Automation[]
}

export function QuestionAutomations({ questionId, procedureId, automations }: Props) {
  const { t } = useTranslation('procedures')
  const companyId = useClaims()?.companyId ?? 0
  const mayEdit = useMay('editor|automations')
  const own = automations.filter(({ filters }) =>
    filters.some((filter) => filter.kind === 'answer' && filter.questionId === questionId),
  )
  if (!mayEdit) return null
  return (
    <span className={styles.questionAutomations}>
      <ThunderboltOutlined aria-hidden />
      {own.map((automation) => (
        <Link key={automation.id} to={pathTo('automation', { automationId: automation.id })}>
          <bdi>{automation.name ?? t('question.automation')}</bdi>
        </Link>
      ))}
      <Link
        className="quiet"
        to={pathTo('companyTriggeredEventCreate', { companyId }, { procedureId, questionId })}
      >
        {t('question.newAutomation')}
      </Link>
    </span>
  )
}
