import { isChoice } from '#contract/rules/answerRules.ts'
import {
  BranchesOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownOutlined,
  HolderOutlined,
  UpOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import type { HTMLAttributes, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { useFormat } from '#lib/format.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import {
  dependents,
  questionBlockingMove,
  movableRange,
  removeQuestion,
  type QuestionEditing,
} from './draft.ts'
import type { DraftFault } from './faults.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { useVisibilityLabels } from './visibilityLabels.ts'
import styles from './editor.module.css'

interface Props extends QuestionEditing {
  index: number
  isOpen: boolean
  faults: readonly DraftFault[]
  onToggle: () => void
  onMove: (to: number) => void
  onDuplicate: () => void
  handle: HTMLAttributes<HTMLButtonElement> & { ref: Ref<HTMLButtonElement> }
}

export function QuestionCard({
  question,
  questions,
  change,
  index,
  isOpen,
  faults,
  onToggle,
  onMove,
  onDuplicate,
  handle,
}: Props) {
  const { t } = useTranslation(['procedures', 'survey'])
  const format = useFormat()
  const confirm = useConfirm()
  const words = useVisibilityLabels(questions)
  const { first, last } = movableRange(questions, question.id)
  const title = question.title === '' ? t('editor.untitled') : question.title
  const whyNot = (to: number) => {
    const other =
      to < 0 || to >= questions.length ? null : questionBlockingMove(questions, question.id, to)
    return other === null
      ? {}
      : { title: t('editor.tied', { question: title, other: other.title }) }
  }
  const handleRemove = async () => {
    const broken = dependents(questions, question.id)
    const hint = t('editor.questionBreaks', {
      questions: format.list(broken.map((one) => `“${one.title}”`)),
    })
    const isSure =
      broken.length === 0 ||
      (await confirm({
        title: t('editor.removeQuestion', { question: title }),
        hint,
        okText: t('editor.remove'),
        danger: true,
      }))
    if (isSure) change((draft) => removeQuestion(draft, question.id))
  }
  return (
    <article className={styles.questionCard} data-open={isOpen} data-fault={faults.length > 0}>
      <div className={styles.questionLine}>
        <button
          type="button"
          className={styles.questionHandle}
          aria-label={t('editor.drag', { question: title })}
          {...handle}
        >
          <HolderOutlined aria-hidden />
        </button>
        <button
          type="button"
          className={styles.questionSummary}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <span className={`${styles.questionNumber} numbers`} aria-hidden>
            {format.number(index + 1)}
          </span>
          <span className={styles.questionWords}>
            <span className={styles.questionTitle} dir="auto">
              {title}
              {question.required && (
                <span className={styles.questionRequired} aria-label={t('editor.required')}>
                  {' '}
                  *
                </span>
              )}
            </span>
            <span className={`${styles.questionFacts} quiet`}>
              {t(`survey:kind.${question.kind}`)}
              {pointsOf(question) > 0 && ` · ${t('editor.upTo', { count: pointsOf(question) })}`}
            </span>
            {question.visibility !== null && (
              <span className={styles.questionCondition}>
                <BranchesOutlined aria-hidden className="turns" />{' '}
                <span dir="auto">{words(question.visibility)}</span>
              </span>
            )}
            {!isOpen && faults.length > 0 && (
              <span className={styles.labelledFault}>
                {t(`draftFault.${faults[0]?.code ?? 'titleMissing'}`)}
              </span>
            )}
          </span>
        </button>
        <span className={styles.questionButtons}>
          <Button
            type="text"
            size="small"
            icon={<UpOutlined aria-hidden />}
            aria-label={t('editor.moveUp', { question: title })}
            {...whyNot(index - 1)}
            disabled={index <= first}
            onClick={() => onMove(index - 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<DownOutlined aria-hidden />}
            aria-label={t('editor.moveDown', { question: title })}
            {...whyNot(index + 1)}
            disabled={index >= last}
            onClick={() => onMove(index + 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<CopyOutlined aria-hidden />}
            aria-label={t('editor.duplicate', { question: title })}
            onClick={onDuplicate}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('editor.removeQuestion', { question: title })}
            onClick={() => void handleRemove()}
          />
        </span>
      </div>
      {isOpen && (
        <QuestionForm question={question} questions={questions} change={change} faults={faults} />
      )}
    </article>
  )
}

function pointsOf(question: SurveyQuestion): number {
  if (question.kind === 'number') return question.numberScore?.points ?? 0
  if (!isChoice(question.kind)) return 0
  const scores = question.answers.map(({ score }) => Math.max(0, score))
  return question.kind === 'singleChoice'
    ? Math.max(0, ...scores)
    : scores.reduce((sum, score) => sum + score, 0)
}
