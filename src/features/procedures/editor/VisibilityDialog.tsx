import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SurveyQuestion, Visibility } from '#contract/procedures/survey.ts'
import { useLeaveGuard } from '#ui/dialog/leaving/useLeaveGuard.ts'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { isWhole } from '#contract/rules/answerRules.ts'
import { VisibilityEditor } from './VisibilityEditor.tsx'
import styles from './editor.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'

interface Props {
  questions: readonly SurveyQuestion[]
  question: SurveyQuestion
  isSaving?: boolean
  /** True if the dialog has an address of its own and opens over no other screen. */
  isScreen?: boolean
  onSave: (visibility: Visibility | null) => void
  onClose: () => void
}

/**
 * Edits when a question is shown. Discarding changes asks for confirmation, because it cannot be
 * undone.
 */
export function VisibilityDialog({
  questions,
  question,
  isSaving = false,
  isScreen = false,
  onSave,
  onClose,
}: Props) {
  const { t } = useTranslation('procedures')
  const confirm = useConfirm()
  const [visibility, setVisibility] = useState(question.visibility)
  const isChanged = JSON.stringify(visibility) !== JSON.stringify(question.visibility)
  const letGo = useLeaveGuard(isScreen && isChanged && !isSaving)
  async function handleCancel(): Promise<void> {
    const mayClose =
      !isChanged ||
      (await confirm({
        title: t('visibility.discardTitle'),
        hint: t('visibility.discardText'),
        okText: t('visibility.discard'),
        danger: true,
        cancelText: t('visibility.keepEditing'),
      }))
    if (!mayClose) return
    letGo()
    onClose()
  }
  return (
    <Dialog
      open
      isScreen={isScreen}
      title={t('visibility.dialogTitle')}
      width={720}
      okText={t('visibility.save')}
      cancelText={t('visibility.cancel')}
      confirmLoading={isSaving}
      okButtonProps={{
        disabled: !isChanged || visibility?.rules.some((rule) => !isWhole(rule)) === true,
      }}
      onOk={() => onSave(visibility)}
      onCancel={() => void handleCancel()}
    >
      <p className={styles.visibilityOf} dir="auto">
        <strong>{question.title === '' ? t('editor.untitled') : question.title}</strong>
      </p>
      <VisibilityEditor
        questions={questions}
        question={question}
        value={visibility}
        onChange={setVisibility}
      />
    </Dialog>
  )
}
