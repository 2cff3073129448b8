import { useTranslation } from 'react-i18next'
import type { CardNumber, DetailPart } from '#contract/dashboardItems'
import { useFormat } from '../../../lib/format.tsx'
import styles from './cards.module.css'

const parts = [
  ['done', 'green'],
  ['doneLate', 'orange'],
  ['notDone', 'red'],
  ['waiting', 'blue'],
] as const

/** How the counted went; each opens its rows. Late ones are told apart. */
export function CardParts({
  number,
  onOpen,
}: {
  number: CardNumber
  onOpen?(part: DetailPart): void
}) {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  if (number.type === 'averageScore') {
    return (
      <button
        type="button"
        className="link-button"
        disabled={onOpen === undefined}
        onClick={() => onOpen?.('counted')}
      >
        {t('logs', { number: format.number(number.counted) })}
      </button>
    )
  }
  return (
    <ul className={styles.numberParts}>
      {parts
        .filter(([part]) => part === 'done' || number[part] > 0)
        .map(([part, colour]) => (
          <li key={part}>
            <span
              className={styles.dot}
              style={{ background: `var(--pr-${colour})` }}
              aria-hidden="true"
            />
            <button
              type="button"
              className="link-button"
              disabled={onOpen === undefined}
              onClick={() => onOpen?.(part)}
            >
              {t(`part.${part}`)} <span className="numbers">{format.number(number[part])}</span>
            </button>
          </li>
        ))}
    </ul>
  )
}
