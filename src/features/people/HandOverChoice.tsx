import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { UserPicker } from '#entities/pickers/pickers.tsx'
import styles from './people.module.css'

const choices = ['keep', 'unassign', 'give'] as const
export interface HandOver {
  choice: (typeof choices)[number]
  to: number | null
}
export const keepsAll: HandOver = { choice: 'keep', to: null }

/** What a call says about the tickets. */
export const ticketsToOf = ({ choice, to }: HandOver): { ticketsTo?: number | null } =>
  choice === 'keep' ? {} : { ticketsTo: choice === 'unassign' ? null : to }

/** False while a new assignee is to be chosen, or is `leaverId`. */
export const isDecided = ({ choice, to }: HandOver, leaverId: number | null): boolean =>
  choice !== 'give' || (to !== null && to !== leaverId)

interface Props {
  label: string
  value: HandOver
  onChange(value: HandOver): void
  /** Cannot receive the tickets. */
  leaverId: number | null
}

export function HandOverChoice({ label, value, onChange, leaverId }: Props) {
  const { t } = useTranslation('people')
  return (
    <>
      <Radio.Group
        aria-label={label}
        value={value.choice}
        onChange={(event) =>
          onChange({ ...value, choice: event.target.value as HandOver['choice'] })
        }
      >
        {' '}
        {/* one choice for each button */}
        {choices.map((choice) => (
          <Radio key={choice} value={choice}>
            {t(`handOver.${choice}`)}
          </Radio>
        ))}
      </Radio.Group>
      {value.choice === 'give' && (
        <div className={styles.impactHeir}>
          <UserPicker
            label={t('handOver.to')}
            value={value.to}
            onChange={(to: number | null) => onChange({ ...value, to })}
          />
          {value.to !== null && value.to === leaverId && (
            <p role="alert">{t('handOver.someoneElse')}</p>
          )}
        </div>
      )}
    </>
  )
}
