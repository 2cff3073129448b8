import { BranchesOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { AnswersEditor } from './AnswersEditor.tsx'
import { isChoice } from '#contract/rules/answerRules.ts'
import { changeQuestion, possibleSources, type QuestionEditing } from './draft.ts'
import type { DraftFault } from './faults.ts'
import { Labelled } from './Labelled.tsx'
import { NumberSettings } from './NumberSettings.tsx'
import { ValidationField } from './ValidationField.tsx'
import { VisibilityDialog } from './VisibilityDialog.tsx'
import { useVisibilityLabels } from './visibilityLabels.ts'
import styles from './editor.module.css'

export function QuestionForm({
  question,
  questions,
  change,
  faults,
}: QuestionEditing & { faults: readonly DraftFault[] }) {
  const { t } = useTranslation(['procedures', 'survey'])
  const update = (patch: Partial<SurveyQuestion>, field: string) =>
    change((draft) => changeQuestion(draft, question.id, patch), `${field}-${question.id}`)
  const own = faults.filter(({ code }) => code !== 'titleMissing')
  const isUntitled = faults.some(({ code }) => code === 'titleMissing')
  return (
    <div className={styles.questionForm}>
      <Labelled
        label={t('editor.question')}
        fault={isUntitled ? t('draftFault.titleMissing') : undefined}
      >
        {(id) => (
          <Input.TextArea
            id={id}
            dir="auto"
            autoSize={{ minRows: 1, maxRows: 6 }}
            maxLength={1000}
            value={question.title}
            status={isUntitled ? 'error' : ''}
            autoFocus={question.title === ''}
            placeholder={t('editor.questionPlaceholder')}
            onChange={(event) => update({ title: event.target.value }, 'title')}
          />
        )}
      </Labelled>
      {isChoice(question.kind) && (
        <>
          <Labelled label={t('editor.kind')}>
            {(id) => (
              <Select
                id={id}
                value={question.kind}
                onChange={(kind) => update({ kind }, 'kind')}
                options={(['singleChoice', 'multipleChoice'] as const).map((kind) => ({
                  value: kind,
                  label: t(`survey:kind.${kind}`),
                }))}
              />
            )}
          </Labelled>
          <AnswersEditor question={question} questions={questions} change={change} />
        </>
      )}
      {question.kind === 'number' && (
        <NumberSettings question={question} questions={questions} change={change} />
      )}
      {(question.kind === 'number' || question.kind === 'text') && (
        <ValidationField question={question} questions={questions} change={change} />
      )}
      <Labelled label={t('editor.help')}>
        {(id) => (
          <Input.TextArea
            id={id}
            dir="auto"
            autoSize={{ minRows: 1, maxRows: 6 }}
            maxLength={2000}
            value={question.help ?? ''}
            onChange={(event) => update({ help: event.target.value }, 'help')}
          />
        )}
      </Labelled>
      <Checkbox
        checked={question.required}
        onChange={(event) => update({ required: event.target.checked }, 'required')}
      >
        {t('editor.required')}
      </Checkbox>
      <Condition question={question} questions={questions} change={change} />
      {own.map(({ code }) => (
        <p key={code} className={styles.labelledFault} role="alert">
          {t(`draftFault.${code}`)}
        </p>
      ))}
    </div>
  )
}

function Condition({ question, questions, change }: QuestionEditing) {
  const { t } = useTranslation('procedures')
  const words = useVisibilityLabels(questions)
  const [isOpen, setIsOpen] = useState(false)
  const canDepend = possibleSources(questions, question.id).length > 0
  return (
    <div className={styles.questionConditionRow}>
      <BranchesOutlined aria-hidden className="turns" />
      <span dir="auto">
        {question.visibility === null ? t('visibility.always') : words(question.visibility)}
      </span>
      <Button
        size="small"
        disabled={!canDepend}
        title={canDepend ? undefined : t('visibility.noSources')}
        onClick={() => setIsOpen(true)}
      >
        {t('visibility.change')}
      </Button>
      {isOpen && (
        <VisibilityDialog
          questions={questions}
          question={question}
          onClose={() => setIsOpen(false)}
          onSave={(visibility) => {
            change((draft) => changeQuestion(draft, question.id, { visibility }))
            setIsOpen(false)
          }}
        />
      )}
    </div>
  )
}
