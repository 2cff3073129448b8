import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BlankFilter } from '#contract/automation/filters.ts'
import { inventoryOperators } from '#contract/automation/filters/inventory.ts'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { PickingProps } from '../picking.ts'
import styles from '../../automations.module.css'

function AmountPicker({ value, onChange }: PickingProps<BlankFilter<'inventory'>>) {
  const { t } = useTranslation('automations')
  return (
    <div className={styles.scorePicker}>
      <Segmented
        vertical
        aria-label={t('blank.amount')}
        value={value.operator}
        options={inventoryOperators.map((operator) => ({
          value: operator,
          label: t(`amountOperator.${operator}`),
        }))}
        onChange={(operator) =>
          onChange({
            ...value,
            operator,
            to: operator === 'range' ? Math.max(value.value, value.to ?? value.value) : null,
          })
        }
      />
      <div className={styles.scorePickerNumbers}>
        <NeededNumber
          min={0}
          aria-label={t('blank.number')}
          value={value.value}
          onChange={(amount) => onChange({ ...value, value: amount })}
        />
        {value.to !== null && (
          <NeededNumber
            min={0}
            aria-label={t('blank.scoreTo')}
            value={value.to}
            onChange={(to) => onChange({ ...value, to })}
          />
        )}
      </div>
    </div>
  )
}

export const inventory = { amount: AmountPicker }
