import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { EquipmentTypePicker, ProcedureTypePicker } from '#entities/pickers/pickers.tsx'
import { useFormat } from '#lib/format.tsx'
import { differences, type FieldsInWords } from '#ui/dialog/conflict.ts'
import { ConflictDialog, type ConflictRow } from '#ui/dialog/ConflictDialog.tsx'
import { QuestionWords } from '../QuestionWords.tsx'
import type { ProcedureDraft } from './draft.ts'
import { useVisibilityLabels } from './visibilityLabels.ts'
import styles from './editor.module.css'

interface Props {
  mine: ProcedureDraft
  theirs: ProcedureDraft
  onKeepMine: () => void
  onTakeTheirs: () => void
  onCancel: () => void
}

export function ProcedureConflict({ mine, theirs, ...doors }: Props) {
  const facts = useFactRows(mine, theirs)
  const questions = useQuestionRows(mine.questions, theirs.questions)
  return <ConflictDialog rows={[...facts, ...questions]} {...doors} />
}

type Facts = Omit<ProcedureDraft, 'questions'>

function useFactRows(
  { questions: _own, ...mine }: ProcedureDraft,
  { questions: _others, ...theirs }: ProcedureDraft,
): ConflictRow[] {
  const { t } = useTranslation(['procedures', 'common'])
  const yesNo = (value: boolean): string => (value ? t('common:yes') : t('common:no'))
  const describe = (facts: Facts): FieldsInWords<Facts> => ({
    name: { label: t('editor.name'), value: facts.name },
    typeId: {
      label: t('editor.type'),
      value: <ProcedureTypePicker asText label={t('editor.type')} value={facts.typeId} />,
    },
    target: { label: t('editor.target'), value: t(`target.${facts.target}`) },
    equipmentTypeIds: {
      label: t('editor.equipmentTypes'),
      value: (
        <EquipmentTypePicker
          asText
          multiple
          label={t('editor.equipmentTypes')}
          value={facts.equipmentTypeIds}
        />
      ),
    },
    description: { label: t('editor.description'), value: facts.description },
    isActive: { label: t('editor.mayBePerformed'), value: yesNo(facts.isActive) },
    isSigned: { label: t('editor.isSigned'), value: yesNo(facts.isSigned) },
  })
  return differences(describe, mine, theirs)
}

/** One row for each question that differs or is missing on one side, and one for the order. */
function useQuestionRows(
  mine: readonly SurveyQuestion[],
  theirs: readonly SurveyQuestion[],
): ConflictRow[] {
  const { t } = useTranslation('procedures')
  const format = useFormat()
  const [ours, others] = [useVisibilityLabels(mine), useVisibilityLabels(theirs)]
  const inWords = (
    question: SurveyQuestion | undefined,
    conditionOf: ReturnType<typeof useVisibilityLabels>,
  ): ReactNode =>
    question === undefined ? null : (
      <div className={styles.questionWords}>
        <QuestionWords question={question} />
        {question.help !== null && <span dir="auto">{question.help}</span>}
        {question.visibility !== null && (
          <span className={styles.questionCondition} dir="auto">
            {conditionOf(question.visibility)}
          </span>
        )}
      </div>
    )
  const ids = new Set([...mine, ...theirs].map(({ id }) => id))
  const rows = [...ids].flatMap((id): ConflictRow[] => {
    const [own, other] = [mine, theirs].map((list) => list.find((one) => one.id === id))
    if (JSON.stringify(own) === JSON.stringify(other)) return []
    const place = (own === undefined ? theirs : mine).findIndex((one) => one.id === id) + 1
    return [
      {
        label: t('editor.questionAt', { place: format.number(place) }),
        mine: inWords(own, ours),
        theirs: inWords(other, others),
      },
    ]
  })
  const [here, there] = [inBoth(mine, theirs), inBoth(theirs, mine)]
  if (here.every(({ id }, index) => id === there[index]?.id)) return rows
  return [
    ...rows,
    {
      label: t('editor.questionOrder'),
      mine: <Titles of={here} />,
      theirs: <Titles of={there} />,
    },
  ]
}

const inBoth = (list: readonly SurveyQuestion[], other: readonly SurveyQuestion[]) =>
  list.filter(({ id }) => other.some((one) => one.id === id))

function Titles({ of: questions }: { of: readonly SurveyQuestion[] }) {
  return (
    <ol className={styles.conflictLines}>
      {questions.map(({ id, title }) => (
        <li key={id} dir="auto">
          {title}
        </li>
      ))}
    </ol>
  )
}
