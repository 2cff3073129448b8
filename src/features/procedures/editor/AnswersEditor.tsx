import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { useFormat } from '#lib/format.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import {
  addAnswer,
  changeQuestion,
  dependents,
  removeAnswer,
  type Answer,
  type QuestionEditing,
} from './draft.ts'
import styles from './editor.module.css'

export function AnswersEditor({ question, questions, change }: QuestionEditing) {
  const { t } = useTranslation('procedures')
  const update = (answerId: number, patch: Partial<Answer>) => {
    const answers = question.answers.map((answer) =>
      answer.id === answerId ? { ...answer, ...patch } : answer,
    )
    change((draft) => changeQuestion(draft, question.id, { answers }), `answer-${answerId}`)
  }
  return (
    <fieldset className={styles.answers}>
      <legend>{t('editor.choices')}</legend>
      <ul>
        {question.answers.map((answer, index) => (
          <li key={answer.id} className={styles.answerRow}>
            <Input
              dir="auto"
              maxLength={500}
              value={answer.title}
              status={answer.title.trim() === '' ? 'error' : ''}
              aria-label={t('editor.choiceTitle', { place: index + 1 })}
              placeholder={t('editor.choicePlaceholder')}
              onChange={(event) => update(answer.id, { title: event.target.value })}
            />
            <NeededNumber
              className={styles.answerScore}
              min={-1000}
              max={1000}
              value={answer.score}
              aria-label={t('editor.choiceScore', { choice: answer.title })}
              suffix={t('editor.points')}
              onChange={(score) => update(answer.id, { score })}
            />
            <Checkbox
              className={styles.answerFault}
              checked={answer.isFault === true}
              aria-label={t('editor.choiceFault', { choice: answer.title })}
              onChange={({ target }) => update(answer.id, { isFault: target.checked })}
            >
              {t('editor.isFault')}
            </Checkbox>
            <RemoveAnswer
              question={question}
              questions={questions}
              answer={answer}
              onRemove={() => change((draft) => removeAnswer(draft, question.id, answer.id))}
            />
          </li>
        ))}
      </ul>
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={question.answers.length >= 200}
        onClick={() => change((draft) => addAnswer(draft, question.id, ''))}
      >
        {t('editor.addChoice')}
      </Button>
    </fieldset>
  )
}

interface RemoveProps {
  question: SurveyQuestion
  questions: readonly SurveyQuestion[]
  answer: Answer
  onRemove: () => void
}

function RemoveAnswer({ question, questions, answer, onRemove }: RemoveProps) {
  const { t } = useTranslation('procedures')
  const format = useFormat()
  const confirm = useConfirm()
  const label = t('editor.removeChoice', { choice: answer.title })
  const handleRemove = async () => {
    const broken = dependents(questions, question.id, answer.id)
    const hint = t('editor.choiceBreaks', {
      questions: format.list(broken.map(({ title }) => `“${title}”`)),
    })
    if (
      broken.length === 0 ||
      (await confirm({ title: label, hint, okText: t('editor.remove'), danger: true }))
    )
      onRemove()
  }
  return (
    <Button
      type="text"
      icon={<DeleteOutlined aria-hidden />}
      aria-label={label}
      onClick={() => void handleRemove()}
    />
  )
}
