import { useTranslation } from 'react-i18next'
import type { CardNumber, DetailPart } from '#contract/dashboards/dashboardItems.ts'
import type { Colour } from '#contract/colours.ts'
import { useFormat } from '#lib/format.tsx'
import { partsOf, splitOf, splitParts, type SplitPart } from './cardFigure.ts'
import styles from './cards.module.css'

const colours: Record<SplitPart, Colour> = {
  doneInTime: 'green',
  doneLate: 'orange',
  notDone: 'red',
  waiting: 'blue',
}

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
  const parts = partsOf(number)
  return (
    <>
      {/** the list below has the same content as text */}
      <div className={styles.split} aria-hidden>
        {splitOf(number).map(({ part, share }) => (
          <span key={part} style={{ flexGrow: share, background: `var(--pr-${colours[part]})` }} />
        ))}
      </div>
      <ul className={styles.numberParts}>
        {splitParts
          .filter((part) => part === 'doneInTime' || parts[part] > 0)
          .map((part) => (
            <li key={part}>
              <span
                className={styles.dot}
                style={{ background: `var(--pr-${colours[part]})` }}
                aria-hidden="true"
              />
              <button
                type="button"
                className="link-button"
                disabled={onOpen === undefined}
                onClick={() => onOpen?.(part)}
              >
                {t(`part.${part}`)} <span className="numbers">{format.number(parts[part])}</span>
              </button>
            </li>
          ))}
      </ul>
    </>
  )
}
