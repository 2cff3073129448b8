import {
  CalendarOutlined,
  CameraOutlined,
  CheckCircleOutlined,
  CheckSquareOutlined,
  EditOutlined,
  FieldNumberOutlined,
  FontSizeOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { questionKinds, type QuestionKind } from '#contract/procedures/survey.ts'
import styles from './editor.module.css'

const iconOfKind: Record<QuestionKind, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  singleChoice: CheckCircleOutlined,
  multipleChoice: CheckSquareOutlined,
  number: FieldNumberOutlined,
  text: FontSizeOutlined,
  date: CalendarOutlined,
  user: UserOutlined,
  file: CameraOutlined,
  signature: EditOutlined,
}

export function AddQuestion({
  onAdd,
  isFull,
}: {
  onAdd: (kind: QuestionKind) => void
  isFull: boolean
}) {
  const { t } = useTranslation(['procedures', 'survey'])
  return (
    <section className={styles.addQuestion} aria-label={t('editor.addQuestion')}>
      <h3>{t('editor.addQuestion')}</h3>
      <div className={styles.addKinds}>
        {questionKinds.map((kind) => {
          const Icon = iconOfKind[kind]
          return (
            <button
              key={kind}
              type="button"
              className={styles.addKind}
              disabled={isFull}
              onClick={() => onAdd(kind)}
            >
              <Icon aria-hidden /> {t(`survey:kind.${kind}`)}
            </button>
          )
        })}
      </div>
    </section>
  )
}
