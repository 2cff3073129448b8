import { useTranslation } from 'react-i18next'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import styles from './perform.module.css'
import surveyStyles from '../survey/survey.module.css'

export function DiscardAnswers({ onDiscard }: { onDiscard(): void }) {
  const { t } = useTranslation('procedures')
  const confirm = useConfirm()
  const handleDiscard = async () => {
    const isSure = await confirm({
      title: t('perform.discardTitle'),
      hint: t('perform.discardText'),
      okText: t('perform.discard'),
      danger: true,
    })
    if (isSure) onDiscard()
  }
  return (
    <button
      type="button"
      className={`${surveyStyles.surveySoftButton} ${styles.performDiscard}`}
      onClick={() => void handleDiscard()}
    >
      {t('perform.discard')}
    </button>
  )
}
