import { Checkbox, Input } from 'antd'
import { Trans, useTranslation } from 'react-i18next'
import type { SurveyQuestion } from '#contract/procedures/survey.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { changeQuestion, type QuestionEditing } from './draft.ts'
import { Labelled } from './Labelled.tsx'
import styles from './editor.module.css'

export function NumberSettings({ question, change }: QuestionEditing) {
  const { t } = useTranslation('procedures')
  const update = (patch: Partial<SurveyQuestion>, field: string) =>
    change((draft) => changeQuestion(draft, question.id, patch), `${field}-${question.id}`)
  const { numberScore } = question
  const scored = (key: 'from' | 'to', label: string) =>
    numberScore !== null && (
      <NumberInput
        className={styles.blankNumber}
        aria-label={label}
        value={numberScore[key]}
        placeholder={t('editor.anyNumber')}
        onChange={(value) =>
          update({ numberScore: { ...numberScore, [key]: value } }, `score-${key}`)
        }
      />
    )
  return (
    <div className={styles.numberSettings}>
      <Labelled label={t('editor.unit')}>
        {(id) => (
          <Input
            id={id}
            dir="auto"
            maxLength={40}
            value={question.unit ?? ''}
            onChange={(event) => update({ unit: event.target.value }, 'unit')}
          />
        )}
      </Labelled>
      <Labelled label={t('editor.minimum')}>
        {(id) => (
          <NumberInput
            id={id}
            value={question.minimum}
            onChange={(minimum) => update({ minimum }, 'minimum')}
          />
        )}
      </Labelled>
      <Labelled label={t('editor.maximum')}>
        {(id) => (
          <NumberInput
            id={id}
            value={question.maximum}
            onChange={(maximum) => update({ maximum }, 'maximum')}
          />
        )}
      </Labelled>
      <div className={styles.numberScore}>
        <Checkbox
          checked={numberScore !== null}
          onChange={(event) =>
            update(
              {
                numberScore: event.target.checked
                  ? { from: question.minimum, to: question.maximum, points: 1 }
                  : null,
              },
              'scored',
            )
          }
        >
          {t('editor.givesPoints')}
        </Checkbox>
        {numberScore !== null && (
          <span className={styles.ruleSentence}>
            <Trans
              t={t}
              i18nKey="editor.numberScore"
              components={{
                points: (
                  <NeededNumber
                    className={styles.blankNumber}
                    min={0}
                    max={1000}
                    aria-label={t('editor.points')}
                    value={numberScore.points}
                    onChange={(points) =>
                      update({ numberScore: { ...numberScore, points } }, 'score-points')
                    }
                  />
                ),
                from: <>{scored('from', t('editor.scoreFrom'))}</>,
                to: <>{scored('to', t('editor.scoreTo'))}</>,
              }}
            />
          </span>
        )}
      </div>
      <FaultRange question={question} onChange={update} />
    </div>
  )
}

function FaultRange({
  question: { faultOutside = null, minimum, maximum },
  onChange,
}: {
  question: SurveyQuestion
  onChange: (patch: Partial<SurveyQuestion>, field: string) => void
}) {
  const { t } = useTranslation('procedures')
  const limit = (key: 'from' | 'to', label: string) => (
    <NumberInput
      className={styles.blankNumber}
      aria-label={label}
      value={faultOutside?.[key] ?? null}
      placeholder={t('editor.anyNumber')}
      onChange={(value) =>
        faultOutside &&
        onChange({ faultOutside: { ...faultOutside, [key]: value } }, `fault-${key}`)
      }
    />
  )
  return (
    <div className={styles.numberScore}>
      <Checkbox
        checked={faultOutside !== null}
        onChange={({ target }) =>
          onChange(
            { faultOutside: target.checked ? { from: minimum, to: maximum } : null },
            'faultOutside',
          )
        }
      >
        {t('editor.hasFaultRange')}
      </Checkbox>
      {faultOutside !== null && (
        <span className={styles.ruleSentence}>
          <Trans
            t={t}
            i18nKey="editor.faultRange"
            components={{
              from: limit('from', t('editor.scoreFrom')),
              to: limit('to', t('editor.scoreTo')),
            }}
          />
        </span>
      )}
    </div>
  )
}
