import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BlankFilter } from '#contract/automation/filters.ts'
import { scoreOperators } from '#contract/automation/filters/score.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { PickingProps } from '../picking.ts'
import styles from '../../automations.module.css'

function ScorePicker({ value, onChange }: PickingProps<BlankFilter<'score'>>) {
  const { t } = useTranslation('automations')
  const handleOperator = (operator: (typeof scoreOperators)[number]) => {
    const { to, ...others } = value
    onChange(
      operator === 'range'
        ? { ...others, operator, to: Math.max(value.value, to ?? 100) }
        : { ...others, operator },
    )
  }
  return (
    <div className={styles.scorePicker}>
      <Segmented
        vertical
        aria-label={t('blank.score')}
        value={value.operator}
        onChange={handleOperator}
        options={scoreOperators.map((operator) => ({
          value: operator,
          label: t(`operator.${operator}`),
        }))}
      />
      <div className={styles.scorePickerNumbers}>
        <NeededNumber
          min={0}
          max={100}
          aria-label={t('blank.scoreValue')}
          value={value.value}
          onChange={(score) => onChange({ ...value, value: score })}
        />
        {value.operator === 'range' && (
          <NeededNumber
            min={0}
            max={100}
            aria-label={t('blank.scoreTo')}
            value={value.to ?? 100}
            onChange={(score) => onChange({ ...value, to: score })}
          />
        )}
      </div>
    </div>
  )
}

export const score = { score: ScorePicker }
