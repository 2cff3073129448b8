import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { procedureLogs } from '#contract/procedureLogs'
import type { ProcedureDetail } from '#contract/procedures'
import { answerFaults, type AnswerFault } from '#contract/rules/score'
import { injectContract } from '../../../api/api.ts'
import { toFailure, type ApiFailure } from '../../../api/http.ts'
import { pathTo } from '../../../app/paths.ts'
import { asId } from '../../../lib/ids.ts'
import { questionElementId } from '../survey/QuestionBlock.tsx'
import { SurveyFilesProvider } from '../survey/surveyFiles.ts'
import { SurveyForm } from '../survey/SurveyForm.tsx'
import { useUploads } from '../survey/useUploads.ts'
import { PerformBar } from './PerformBar.tsx'
import { PerformHead } from './PerformHead.tsx'
import { answersOf, answersToSend, progressOf, type Place } from './performance.ts'
import { UsedItems } from './UsedItems.tsx'
import { usePerformance } from './usePerformance.ts'

const { useSubmitProcedureLogMutation } = injectContract(procedureLogs)

interface Props {
  procedure: ProcedureDetail
  place: Place
  companyId: number
  userId: number
  /** The server knows a newer version than this page. */
  onProcedureStale: () => void
}

/** One long calm page: the questions, how far one is, and one button at the end. */
export function PerformForm({ procedure, place, companyId, userId, onProcedureStale }: Props) {
  const { t } = useTranslation('procedures')
  const navigate = useNavigate()
  const { kind, id } = place
  const key = useMemo(() => ({ companyId, userId, procedureId: procedure.id, place: { kind, id } }), [companyId, userId, procedure.id, kind, id])
  const { performance, changed, isResumed, isKept, answer, addFile, use, discard, finish } = usePerformance(procedure, key)
  const uploads = useUploads(addFile)
  const [submit, { isLoading }] = useSubmitProcedureLogMutation()
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [isChecked, setIsChecked] = useState(false)

  const answers = answersOf(performance)
  const sendable = answersToSend(procedure.questions, performance)
  const faults = answerFaults(procedure.questions, new Map(sendable.map((given) => [given.questionId, given])))
  const isSendingFiles = uploads.uploads.some(({ state }) => state === 'sending')

  const handleSubmit = async () => {
    setIsChecked(true)
    setFailure(null)
    const first = firstFault(procedure, faults)
    if (first !== null) return showQuestion(first)
    const result = await submit({
      body: {
        clientKey: performance.clientKey, procedureId: procedure.id, procedureVersion: performance.procedureVersion, startedAt: performance.startedAt,
        equipmentId: place.kind === 'equipment' ? place.id : null, locationId: place.kind === 'location' ? place.id : null, answers: sendable,
        ...((performance.used?.length ?? 0) > 0 && { used: (performance.used ?? []).map((line) => ({ ...line, itemId: asId('inventoryItem', line.itemId) })) }),
      },
    })
    if (result.error !== undefined) {
      const refused = toFailure(result.error)
      setFailure(refused)
      if (refused.status === 409) onProcedureStale()
      return
    }
    finish()
    const where = place.kind === 'equipment' ? { equipmentId: place.id } : { locationId: place.id }
    await navigate(pathTo('procedurePerform', { procedureId: procedure.id }, { ...where, logId: result.data.id }), { replace: true })
  }
  const handleDiscard = () => {
    discard()
    for (const { key: upload } of uploads.uploads) uploads.forget(upload)
    setIsChecked(false)
    setFailure(null)
  }
  return (
    <form className="perform" noValidate onSubmit={(event) => { event.preventDefault(); void handleSubmit() }}>
      <PerformHead procedure={procedure} place={place} />
      {isResumed && performance.answers.length > 0 && <p className="perform-notice" role="status">{t('perform.resumed')}</p>}
      {changed.length > 0 && <p className="perform-notice perform-warning" role="alert">{t('perform.procedureChanged', { count: changed.length })}</p>}
      <SurveyFilesProvider value={{ files: performance.files, ...uploads, isPreview: false }}>
        <SurveyForm questions={procedure.questions} answers={answers} onAnswer={answer} changed={changed} faults={isChecked ? faults : []} />
      </SurveyFilesProvider>
      {procedure.questions.length === 0 && <p className="perform-notice">{t('perform.noQuestions')}</p>}
      <UsedItems procedureId={procedure.id} used={performance.used ?? []} onChange={use} />
      <PerformBar
        progress={progressOf(procedure.questions, answers)} isKept={isKept} hasAnswers={performance.answers.length > 0} isSending={isLoading}
        isSendingFiles={isSendingFiles} faultCount={isChecked ? faults.length : 0} failure={failure} onDiscard={handleDiscard}
      />
    </form>
  )
}

function firstFault(procedure: ProcedureDetail, faults: readonly AnswerFault[]): number | null {
  return procedure.questions.find(({ id }) => faults.some(({ questionId }) => questionId === id))?.id ?? null
}

function showQuestion(questionId: number): void {
  const block = document.getElementById(questionElementId(questionId))
  block?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  const field = block?.querySelector<HTMLElement>('input:not([type=file]), textarea, [role=combobox]') ?? block
  field?.focus({ preventScroll: true })
}
