import { SaveOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Automation } from '#contract/automation/automation.ts'
import { pathTo } from '#lib/paths.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { Page } from '#ui/page/Page.tsx'
import { UndoButtons } from '#ui/feedback/undo/UndoButtons.tsx'
import { Locked } from '#ui/form/Locked.tsx'
import { mergeChanges, sameValues } from '#ui/dialog/conflict.ts'
import { useConfirmDiscard } from '#ui/dialog/useConfirm.ts'
import { useLeaveGuard } from '#ui/dialog/leaving/useLeaveGuard.ts'
import { AddClause } from './AddClause.tsx'
import { BackTest } from './BackTest.tsx'
import { EventChoice } from './EventChoice.tsx'
import { ReviewBanner } from './ReviewBanner.tsx'
import { SentenceConflict, SentenceGone } from './SentenceConflict.tsx'
import { SentenceControls } from './SentenceControls.tsx'
import { addressAfterSave } from './flows.ts'
import { sentenceFaults, sentenceOf, toAutomation, type SentenceDraft } from './sentenceDraft.ts'
import { SentenceSettings } from './SentenceSettings.tsx'
import { useDraftNames, useTypeNames } from './useDraftNames.ts'
import { useSentenceDraft } from './useSentenceDraft.ts'
import { useSaveSentence, type SaveResult } from './useSaveSentence.ts'
import styles from '../automations.module.css'

interface Props {
  version: 'plain' | 'ticket'
  title: string
  initial: SentenceDraft
  automation: Automation | null
  draftKey: string
}

/** A save's conflict for the user to decide. `mine`: our changes over theirs. */
type Met =
  | (Extract<SaveResult, { state: 'conflict' }> & { mine: SentenceDraft })
  | Extract<SaveResult, { state: 'gone' }>

/** Merged as one: conditions depend on the procedure, actions on conditions. */
const TOGETHER = [
  ['procedureId', 'event', 'filters', 'actions'],
  ['validFrom', 'validTo'],
] as const

export function SentenceEditor({ version, title, initial, automation, draftKey }: Props) {
  const { t } = useTranslation(['automations', 'common'])
  const navigate = useNavigate()
  const formId = useId()
  const {
    draft,
    openedAt: begunOn,
    from,
    change,
    undo,
    finish,
    isChanged,
    isResumed,
  } = useSentenceDraft(draftKey, initial, automation?.updatedAt ?? null)
  const { save, isSaving } = useSaveSentence()
  const confirmDiscard = useConfirmDiscard()
  const leaveFreely = useLeaveGuard(isChanged && !isSaving, {
    hint: t('common:leaveDraftHint'),
    isKept: true,
  })
  const [isChecked, setIsChecked] = useState(false)
  const [conflict, setConflict] = useState<Met | null>(null)
  const { whole, showMissing } = useShowMissing()
  const names = useDraftNames(draft, automation)
  // `currentData`: while another procedure loads, there are no questions to choose.
  const { currentData: procedure } = procedureCalls.useGetProcedureQuery(
    { params: { id: draft.procedureId ?? 0 } },
    { skip: draft.procedureId === null },
  )
  const questions = draft.procedureId === null ? [] : (procedure?.questions ?? [])
  const typeNames = useTypeNames(procedure?.equipmentTypeIds ?? [])
  const missing = automation?.missing ?? []
  const faults = sentenceFaults(draft, missing)
  const back =
    version === 'ticket'
      ? { to: pathTo('ticketCenter'), label: t('centre.ticketCenter') }
      : { to: pathTo('triggeredEvents'), label: t('centre.automationCenter') }

  const handleSave = async ({ openedAt = begunOn, id = draft.id, what = draft } = {}) => {
    setIsChecked(true)
    setConflict(null)
    if (faults.length > 0) return showMissing()
    const result = await save({
      procedureId: what.procedureId,
      id,
      openedAt,
      next: toAutomation({ ...what, id }),
    })
    if (result.state === 'conflict') return meet(result.theirs)
    if (result.state === 'gone') return setConflict(result)
    if (result.state === 'refused') return
    finish()
    leaveFreely()
    const saved = id ?? Math.max(...result.automations.map(({ id }) => id))
    await navigate(addressAfterSave(version, saved))
  }
  /** Another person saved: merges ours over theirs, or takes theirs if nothing is ours. */
  const meet = (theirs: Automation) => {
    const now = sentenceOf(theirs)
    const mine = from === undefined ? draft : mergeChanges(from, draft, now, { together: TOGETHER })
    if (sameValues(mine, now)) return handleTakeTheirs()
    setConflict({ state: 'conflict', mine, theirs })
  }
  const handleStartOver = async () => {
    if (!isChanged || (await confirmDiscard())) finish()
  }
  const handleTakeTheirs = () => {
    finish()
    leaveFreely()
    if (automation !== null) void navigate(addressAfterSave(version, automation.id))
  }
  const handleDiscard = () => {
    finish()
    leaveFreely()
    void navigate(back.to)
  }
  const sentence = (
    <SentenceControls
      draft={draft}
      automation={automation}
      names={names}
      questions={questions}
      performedOn={procedure === undefined ? {} : { ...procedure, equipmentTypes: typeNames }}
      onChange={change}
    />
  )
  return (
    <Page
      title={automation === null ? title : t('editor.editTitle')}
      kind="read"
      back={back}
      actions={
        <>
          <UndoButtons {...undo} />
          <Button
            type="primary"
            icon={<SaveOutlined aria-hidden />}
            htmlType="submit"
            form={formId}
            loading={isSaving}
          >
            {t('editor.save')}
          </Button>
        </>
      }
    >
      <div ref={whole}>
        <Locked isLocked={isSaving} className={styles.sentenceEditor}>
          {isResumed && (
            <p className={styles.editorHint} role="status">
              {t('editor.keptDraft')}{' '}
              <Button type="link" size="small" onClick={() => void handleStartOver()}>
                {t('editor.startOver')}
              </Button>
            </p>
          )}
          {missing.length > 0 && (
            <ReviewBanner draft={draft} missing={missing} questions={questions} onChange={change} />
          )}
          <section className={styles.sentenceStage} aria-label={t('editor.sentenceLabel')}>
            <EventChoice draft={draft} automation={automation} onChange={change} />
            {sentence}
            <AddClause draft={draft} version={version} onChange={change} />
          </section>
          {isChecked && faults.length > 0 && (
            <ul className={styles.sentenceFaults} role="alert" tabIndex={-1}>
              {faults.map((fault) => (
                <li key={fault}>{t(`fault.${fault}`)}</li>
              ))}
            </ul>
          )}
          <SentenceSettings
            formId={formId}
            draft={draft}
            onChange={change}
            onSave={() => void handleSave()}
          />
          <BackTest draft={draft} isWhole={faults.length === 0} />
        </Locked>
      </div>
      {conflict?.state === 'conflict' && (
        <SentenceConflict
          draft={conflict.mine}
          sentence={sentence}
          theirs={conflict.theirs}
          onKeepMine={() =>
            void handleSave({ openedAt: conflict.theirs.updatedAt, what: conflict.mine })
          }
          onTakeTheirs={handleTakeTheirs}
          onCancel={() => setConflict(null)}
        />
      )}
      {conflict?.state === 'gone' && (
        <SentenceGone
          what={conflict.what}
          onSaveAsNew={() => void handleSave({ openedAt: null, id: null })}
          onDiscard={handleDiscard}
          onCancel={() => setConflict(null)}
        />
      )}
    </Page>
  )
}

function useShowMissing() {
  const whole = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked === 0) return
    const open = whole.current?.querySelector<HTMLElement>('[data-open-question="true"]')
    ;(open ?? whole.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus()
  }, [asked])
  return { whole, showMissing: () => setAsked((times) => times + 1) }
}
