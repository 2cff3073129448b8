import { useTranslation } from 'react-i18next'
import { UserPicker } from '#entities/pickers/pickers.tsx'
import { asId } from '#lib/ids.ts'
import type { FieldProps } from './fieldProps.ts'
import styles from '../survey.module.css'

export function UserField({ question, answer, onAnswer }: FieldProps<'user'>) {
  const { t } = useTranslation('survey')
  const handleChange = (userId: number | null) =>
    onAnswer(
      userId === null
        ? null
        : {
            kind: 'user',
            questionId: asId('surveyQuestion', question.id),
            userId: asId('user', userId),
          },
    )
  return (
    <UserPicker
      className={styles.surveyPicker}
      size="large"
      label={question.title === '' ? t('field.person') : question.title}
      value={answer?.userId ?? null}
      onChange={handleChange}
    />
  )
}
