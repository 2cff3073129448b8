import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import { answerFaults, type AnswerFault } from '#contract/rules/score.ts'
import { isRefusedFor } from '#api/http.ts'
import { roundAddress, type RoundPlace } from '#entities/recurrence/round.ts'
import { pathTo } from '#lib/paths.ts'
import { dropUnsent } from '#entities/unsent/unsent.ts'
import { questionElementId } from '../survey/QuestionBlock.tsx'
import { SurveyFilesProvider } from '../survey/surveyFiles.ts'
import { SurveyForm } from '../survey/SurveyForm.tsx'
import { usePatternMatcher } from '../survey/usePatternMatcher.ts'
import { useDeviceFiles } from '../survey/useDeviceFiles.ts'
import { useSubmitWhenSettled } from '../survey/unsettled.ts'
import { CopyAnswers } from './GivenAnswers.tsx'
import { NoLongerFit } from './NoLongerFit.tsx'
import { PerformBar } from './PerformBar.tsx'
import { Retired } from './Retired.tsx'
import { RoundHead } from './RoundHead.tsx'
import { PerformHead } from './PerformHead.tsx'
import { answersOf, answersToSend, progressOf, type Place } from './performDraft.ts'
import { UsedItems } from './UsedItems.tsx'
import { isUnderWay, usePerformDraft } from './usePerformDraft.ts'
import { usePlaceName } from './usePlaceName.ts'
import { useSending, targetId } from './useSending.ts'
import styles from './perform.module.css'

interface Props {
  procedure: ProcedureDetail
  place: Place
  companyId: number
  userId: number
  again?: string | undefined
  round?: readonly RoundPlace[]
  /** Length of the round. If null, there is no round. */
  roundOf?: number | null
  ticketId?: number | null
  /**
   * Replaces the form if the equipment or location is gone and nothing was answered. Null if it
   * exists.
   */
  gone?: ReactNode
  onProcedureStale: () => void
}

export function PerformForm({
  procedure,
  place,
  companyId,
  userId,
  again,
  round = [],
  roundOf = null,
  ticketId = null,
  gone = null,
  onProcedureStale,
}: Props) {
  const { t } = useTranslation('procedures')
  const navigate = useNavigate()
  const { kind, id } = place
  const key = useMemo(
    () => ({ companyId, userId, procedureId: procedure.id, place: { kind, id }, again }),
    [companyId, userId, procedure.id, kind, id, again],
  )
  const performing = usePerformDraft(procedure, key)
  const { draft, isResumed, isKept, answer, addFile, loseFile, use } = performing
  const { areKept, unsettled, ...files } = useDeviceFiles(draft.files, { addFile, loseFile })
  const { form, isSettling, isSettledFirst } = useSubmitWhenSettled(unsettled)
  const toResult = (query: { logId: number } | { waiting: string }) =>
    void navigate(
      // In a round, the next stop opens automatically; the log shows the result.
      round.length > 0 && roundOf !== null
        ? roundAddress(procedure.id, round, roundOf)
        : pathTo(
            'procedurePerform',
            { procedureId: procedure.id },
            { ...targetId(place), ...(ticketId !== null && { ticketId }), ...query },
          ),
      { replace: true },
    )
  const placeName = usePlaceName(place).title
  const { sendOff, isSending, failure, forgetFailure } = useSending(
    procedure,
    { ...key, ticketId },
    placeName,
    {
      recorded: (logId) => toResult({ logId }),
      waiting: (clientKey) => toResult({ waiting: clientKey }),
    },
  )
  const [isChecked, setIsChecked] = useState(false)

  const fits = usePatternMatcher(procedure.questions)
  const answers = answersOf(draft)
  const { changed = [], added = [], noLonger = [] } = draft
  const sendable = answersToSend(procedure.questions, draft)
  const faults = answerFaults(
    procedure.questions,
    new Map(sendable.map((given) => [given.questionId, given])),
    fits,
  )

  const handleSubmit = async (fields: HTMLFormElement) => {
    if (isSettledFirst()) return
    setIsChecked(true)
    forgetFailure()
    // An unreadable entry, such as 31 February, shows its own error; focus it.
    const unread = fields.querySelector<HTMLInputElement>('input:invalid')
    if (unread !== null) return unread.focus()
    const first = firstFault(procedure, faults)
    if (first !== null) return showQuestion(first)
    const refused = await sendOff(performing.complete(), sendable)
    if (isRefusedFor(refused, 'recordedDifferently')) return performing.asAnother()
    if (refused?.status === 409) onProcedureStale()
  }
  const handleDiscard = () => {
    void dropUnsent(draft.clientKey)
    performing.discard()
    setIsChecked(false)
    forgetFailure()
  }
  // A draft with answers stays visible even without its procedure or equipment.
  if (!isUnderWay(draft) && gone !== null) return gone
  if (!isUnderWay(draft) && !procedure.isActive) return <Retired />
  return (
    <form
      ref={form}
      className={styles.perform}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleSubmit(event.currentTarget)
      }}
    >
      {roundOf !== null && <RoundHead procedureId={procedure.id} rest={round} of={roundOf} />}
      <PerformHead procedure={procedure} place={place} />
      {isResumed && draft.answers.length > 0 && (
        <p className={styles.performNotice} role="status">
          {t('perform.resumed')}
        </p>
      )}
      {performing.isGoneElsewhere && !isUnderWay(draft) && (
        <p className={styles.performNotice} role="status">
          {t('perform.sentElsewhere')}
        </p>
      )}
      {changed.length + added.length > 0 && (
        <p className={`${styles.performNotice} ${styles.performWarning}`} role="alert">
          {t('perform.procedureChanged', { count: changed.length + added.length })}
        </p>
      )}
      <NoLongerFit draft={draft} head={`${procedure.name} · ${placeName}`} />
      {gone !== null && (
        <p className={`${styles.performNotice} ${styles.performWarning}`} role="alert">
          {t('perform.gone')}. {t('perform.goneAnswers')}
        </p>
      )}
      {gone === null && !procedure.isActive && (
        <p className={`${styles.performNotice} ${styles.performWarning}`} role="alert">
          {t(
            draft.procedureVersion < procedure.version
              ? 'perform.retiredMeanwhile'
              : 'perform.retired',
          )}
        </p>
      )}
      {/** Locks the fields during the submission, which would not include later input. */}
      <div className={styles.performFields} inert={isSending || isSettling}>
        <SurveyFilesProvider value={{ ...files, isPreview: false }}>
          <SurveyForm
            // A new key resets the fields, including unreadable entries of the previous draft.
            key={draft.clientKey}
            questions={procedure.questions}
            answers={answers}
            onAnswer={answer}
            changed={changed}
            added={added}
            faults={isChecked ? faults : []}
          />
        </SurveyFilesProvider>
        {procedure.questions.length === 0 && (
          <p className={styles.performNotice}>{t('perform.noQuestions')}</p>
        )}
        <UsedItems procedureId={procedure.id} used={draft.used ?? []} onChange={use} />
      </div>
      <PerformBar
        progress={progressOf(procedure.questions, answers)}
        isKept={isKept && areKept}
        hasAnswers={draft.answers.length + noLonger.length > 0}
        isSending={isSending || isSettling}
        faultCount={isChecked ? faults.length : 0}
        failure={failure}
        copy={
          (gone !== null || failure !== null) && (
            <CopyAnswers
              head={`${procedure.name} · ${placeName}`}
              draft={draft}
              answers={sendable}
            />
          )
        }
        onDiscard={handleDiscard}
      />
    </form>
  )
}

function firstFault(procedure: ProcedureDetail, faults: readonly AnswerFault[]): number | null {
  return (
    procedure.questions.find(({ id }) => faults.some(({ questionId }) => questionId === id))?.id ??
    null
  )
}

function showQuestion(questionId: number): void {
  const block = document.getElementById(questionElementId(questionId))
  block?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  const field =
    block?.querySelector<HTMLElement>('input:not([type=file]), textarea, [role=combobox]') ?? block
  field?.focus({ preventScroll: true })
}
