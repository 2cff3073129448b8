import { useTranslation } from 'react-i18next'
import { MIN_KNOWN_WEIGHT, partWeights, replacementParts } from '#contract/rules/replacement.ts'
import { useFormat } from '#lib/format.tsx'
import styles from '../reports.module.css'

/** The weights of the score, and what each part measures. */
export function HowItIsScored() {
  const { t } = useTranslation('replacement')
  const format = useFormat()
  const percent = (value: number) => format.number(value / 100, { style: 'percent' })
  return (
    <details className={`${styles.how} surface`}>
      <summary>{t('how')}</summary>
      <p>{t('howText', { least: percent(MIN_KNOWN_WEIGHT) })}</p>
      <ul>
        {replacementParts.map((part) => (
          <li key={part}>
            <strong className="numbers">{percent(partWeights[part])}</strong>{' '}
            {t(`howPart.${part}`, { percent: percent(1) })}
          </li>
        ))}
      </ul>
    </details>
  )
}
