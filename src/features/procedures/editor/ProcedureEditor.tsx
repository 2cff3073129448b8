import { SaveOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import type { QuestionKind } from '#contract/procedures/survey.ts'
import { pathTo } from '#lib/paths.ts'
import { useIsNarrow } from '#lib/useMedia.ts'
import { EmptyState } from '#ui/feedback/states.tsx'
import { Locked } from '#ui/form/Locked.tsx'
import { Page } from '#ui/page/Page.tsx'
import { UndoButtons } from '#ui/feedback/undo/UndoButtons.tsx'
import { useHistory } from '#ui/feedback/undo/useHistory.ts'
import { useRestoredEdit, useKeptEdit } from '#ui/form/useInterrupted.ts'
import { useLeaveGuard } from '#ui/dialog/leaving/useLeaveGuard.ts'
import { AddQuestion } from './AddQuestion.tsx'
import { addQuestion, draftOf, duplicateQuestion, type ProcedureDraft } from './draft.ts'
import { draftFaults } from './faults.ts'
import { LosingAutomations } from './LosingAutomations.tsx'
import { Preview } from './Preview.tsx'
import { ProcedureConflict } from './ProcedureConflict.tsx'
import { ProcedureFacts } from './ProcedureFacts.tsx'
import { QuestionList } from './QuestionList.tsx'
import { isDirty } from './procedureBody.ts'
import { useSaveProcedure } from './useSaveProcedure.ts'
import styles from './editor.module.css'

interface Props {
  procedure: ProcedureDetail | null
  initial: ProcedureDraft
}

export function ProcedureEditor({ procedure, initial }: Props) {
  const { t } = useTranslation(['procedures', 'common'])
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const [view, setView] = useState<'questions' | 'preview'>('questions')
  const [openId, setOpenId] = useState<number | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const back = useRestoredEdit(['procedure'])
  const history = useHistory({ ...initial, ...back?.values })
  const { now: draft, change, restart } = history
  const saving = useSaveProcedure(procedure, initial, restart, back?.version)
  const { save, isSaving, conflict, before, versionNow } = saving
  const faults = useMemo(() => draftFaults(draft), [draft])
  const isChanged = isDirty(draft, before)
  useEffect(() => {
    if (procedure !== null && !isChanged && !isSaving) saving.follow(procedure)
  })
  const leaveFreely = useLeaveGuard(isChanged && !isSaving)
  useKeptEdit(['procedure'], isChanged ? () => ({ values: draft, version: versionNow() }) : null)

  const handleSave = async () => {
    setIsChecked(true)
    const first = faults[0]
    if (first !== undefined) return setOpenId(first.questionId ?? openId)
    const saved = await save(draft)
    if (saved === null || procedure !== null) return
    leaveFreely()
    await navigate(pathTo('procedure', { procedureId: saved.id }), { replace: true })
  }
  const handleAdd = (kind: QuestionKind) => {
    const added = addQuestion(draft, kind, [t('editor.firstChoice'), t('editor.secondChoice')])
    change(added.draft)
    setOpenId(added.id)
  }
  const handleDuplicate = (questionId: number) => {
    const copied = duplicateQuestion(draft, questionId)
    change(copied.draft)
    setOpenId(copied.id)
  }
  const shownFaults = isChecked ? faults : []
  return (
    <Page
      title={
        procedure === null
          ? t('editor.newTitle')
          : draft.name === ''
            ? t('editor.title')
            : draft.name
      }
      kind="wide"
      headStays
      back={{
        to:
          procedure === null
            ? pathTo('procedures')
            : pathTo('procedure', { procedureId: procedure.id }),
        label: t('title'),
      }}
      actions={
        <>
          <UndoButtons
            {...history}
            canUndo={history.canUndo && !isSaving}
            canRedo={history.canRedo && !isSaving}
          />
          <Button
            type="primary"
            icon={<SaveOutlined aria-hidden />}
            loading={isSaving}
            disabled={procedure !== null && !isChanged}
            onClick={() => void handleSave()}
          >
            {t('editor.save')}
          </Button>
        </>
      }
    >
      {back !== null && (
        <p role="status" className="quiet">
          {t('common:typedIsBack')}
        </p>
      )}
      {isNarrow && (
        <Segmented
          block
          className={styles.editorSwitch}
          value={view}
          onChange={setView}
          aria-label={t('editor.view')}
          options={[
            { value: 'questions' as const, label: t('editor.questions') },
            { value: 'preview' as const, label: t('editor.preview') },
          ]}
        />
      )}
      <Locked isLocked={isSaving} className={styles.editor}>
        {(!isNarrow || view === 'questions') && (
          <div className={styles.editorForm}>
            {shownFaults.length > 0 && (
              <p className={`${styles.editorNote} ${styles.editorFaults}`} role="alert">
                {t('editor.faults', { count: shownFaults.length })}
              </p>
            )}
            {procedure !== null && (
              <LosingAutomations automations={procedure.triggeredEvents} draft={draft} />
            )}
            <ProcedureFacts draft={draft} change={change} faults={shownFaults} saved={procedure} />
            {draft.questions.length === 0 ? (
              <EmptyState title={t('editor.emptyTitle')} hint={t('editor.emptyHint')} />
            ) : (
              <QuestionList
                draft={draft}
                change={change}
                faults={shownFaults}
                openId={openId}
                onOpen={setOpenId}
                onDuplicate={handleDuplicate}
              />
            )}
            <AddQuestion onAdd={handleAdd} isFull={draft.questions.length >= 300} />
          </div>
        )}
        {(!isNarrow || view === 'preview') && <Preview draft={draft} />}
      </Locked>
      {conflict !== null && (
        <ProcedureConflict
          mine={conflict.mine}
          theirs={draftOf(conflict.theirs)}
          onCancel={saving.forgetConflict}
          onTakeTheirs={() => saving.takeTheirs(conflict)}
          onKeepMine={() => void saving.keepMine(draft, conflict)}
        />
      )}
    </Page>
  )
}
