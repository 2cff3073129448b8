import { WarningOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Automation } from '#contract/automation/automation.ts'
import { referencesOf } from '#contract/automation/references.ts'
import { pathTo } from '#lib/paths.ts'
import type { ProcedureDraft } from './draft.ts'
import styles from './editor.module.css'

export function LosingAutomations({
  automations,
  draft,
}: {
  automations: readonly Automation[]
  draft: ProcedureDraft
}) {
  const { t } = useTranslation('procedures')
  const losing = automationsLosing(automations, draft)
  if (losing.length === 0) return null
  return (
    <div className={`${styles.editorNote} ${styles.editorLosing}`} role="status">
      <strong>
        <WarningOutlined aria-hidden /> {t('editor.reviewTitle')}
      </strong>
      <p>{t('editor.reviewText', { count: losing.length })}</p>
      <ul>
        {losing.map(({ id, name }) => (
          <li key={id}>
            <Link to={pathTo('automation', { automationId: id })} target="_blank">
              <bdi>{name ?? `#${id}`}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Automations under review are skipped: they lost a question earlier and are already off. */
export function automationsLosing(
  automations: readonly Automation[],
  { questions }: Pick<ProcedureDraft, 'questions'>,
): Automation[] {
  const [asked, offered] = [
    new Set(questions.map(({ id }): number => id)),
    new Set(questions.flatMap(({ answers }) => answers.map(({ id }): number => id))),
  ]
  return automations.filter(
    (rule) =>
      !rule.needsReview &&
      referencesOf(rule).some(
        ({ kind, id }) =>
          (kind === 'surveyQuestion' && !asked.has(id)) ||
          (kind === 'surveyAnswer' && !offered.has(id)),
      ),
  )
}
