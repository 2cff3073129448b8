import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import type { Visibility } from '#contract/procedures/survey.ts'
import { pathTo } from '#lib/paths.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { Page } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState, NoRight, NotThere } from '#ui/feedback/states.tsx'
import { Labelled } from './Labelled.tsx'
import { VisibilityDialog } from './VisibilityDialog.tsx'

/**
 * `/logic-dependency/:surveyQuestionId?`: the visibility dialog of a question. Without an id, the
 * user chooses the question first.
 */
export function LogicDependencyPage() {
  const mayEdit = useMay('editor|procedures')
  const { surveyQuestionId } = useParams()
  if (!mayEdit) return <NoRight />
  return surveyQuestionId === undefined ? (
    <ChooseQuestion />
  ) : (
    <QuestionDependency questionId={Number(surveyQuestionId)} />
  )
}

function ChooseQuestion() {
  const { t } = useTranslation('procedures')
  const navigate = useNavigate()
  const [procedureId, setProcedureId] = useState<number | null>(null)
  const { data } = procedureCalls.useGetProcedureQuery(
    { params: { id: procedureId ?? 0 } },
    { skip: procedureId === null },
  )
  return (
    <Page title={t('visibility.dialogTitle')} kind="read">
      <p className="quiet">{t('visibility.pageHint')}</p>
      <Labelled label={t('visibility.procedure')}>
        {(id) => (
          <ProcedurePicker
            id={id}
            label={t('visibility.procedure')}
            value={procedureId}
            onChange={(chosen: number | null) => setProcedureId(chosen)}
          />
        )}
      </Labelled>
      {data !== undefined && (
        <Labelled label={t('visibility.question')}>
          {(id) => (
            <Select<number>
              id={id}
              placeholder={t('visibility.question')}
              popupMatchSelectWidth={false}
              options={data.questions.map((question) => ({
                value: question.id,
                label: question.title,
              }))}
              onChange={(surveyQuestionId) =>
                void navigate(pathTo('logicDependency', { surveyQuestionId }))
              }
            />
          )}
        </Labelled>
      )}
    </Page>
  )
}

function QuestionDependency({ questionId }: { questionId: number }) {
  const { t } = useTranslation('procedures')
  const navigate = useNavigate()
  const {
    data: asked,
    error,
    refetch,
  } = procedureCalls.useGetSurveyQuestionQuery({ params: { id: questionId } })
  const procedureId = asked?.procedureId
  const {
    data: procedure,
    error: hidden,
    refetch: readAgain,
  } = procedureCalls.useGetProcedureQuery(
    { params: { id: procedureId ?? 0 } },
    { skip: procedureId === undefined },
  )
  const [update, { isLoading, isSuccess }] = procedureCalls.useUpdateSurveyQuestionMutation()
  const question = procedure?.questions.find(({ id }) => id === questionId)

  const handleClose = () =>
    void navigate(
      procedureId === undefined ? pathTo('procedures') : pathTo('procedure', { procedureId }),
    )
  const handleSave = async (visibility: Visibility | null) => {
    const result = await update({
      params: { id: questionId },
      body: { visibility, version: asked?.version ?? 1 },
    })
    if (result.error === undefined) handleClose()
  }
  return (
    <Page
      title={t('visibility.dialogTitle')}
      kind="read"
      back={{ to: pathTo('procedures'), label: t('title') }}
    >
      {error !== undefined && <ErrorState failure={error} onRetry={() => void refetch()} />}
      {error === undefined &&
        procedure === undefined &&
        (hidden === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={hidden} onRetry={() => void readAgain()} />
        ))}
      {procedure !== undefined && question === undefined && <NotThere />}
      {procedure !== undefined && question !== undefined && (
        <VisibilityDialog
          questions={procedure.questions}
          question={question}
          isSaving={isLoading || isSuccess}
          isScreen
          onSave={(visibility) => void handleSave(visibility)}
          onClose={handleClose}
        />
      )}
    </Page>
  )
}
