/** What became of each feature of the imported files, by kind: used, or left out for a reason. */
import { useTranslation } from 'react-i18next'
import { reasonsToLeaveOut, usesOfFeatures, type FeatureCount } from '#contract/venue/outcomes.ts'
import { Count, Remaining } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import styles from '../rtls.module.css'

/** Used features come first. */
const SHOWN = 60

export function FeatureReport({ features }: { features: readonly FeatureCount[] }) {
  const { t } = useTranslation('venueImport')
  const words = useWords()
  if (features.length === 0) return null
  const sum = (some: readonly FeatureCount[]) => some.reduce((all, { count }) => all + count, 0)
  const used = sum(features.filter(({ became }) => isUse(became)))
  return (
    <Section title={t('features')}>
      <p className="quiet">{t('featuresUsed', { used, count: sum(features) })}</p>
      <div className={styles.venueTable}>
        <table className={`table ${styles.smallTable}`} aria-label={t('features')}>
          <thead>
            <tr>
              <th scope="col">{t('inFile')}</th>
              <th scope="col" className="end">
                {t('number')}
              </th>
              <th scope="col">{t('became')}</th>
            </tr>
          </thead>
          <tbody>
            {features.slice(0, SHOWN).map(({ what, became, count }) => (
              <tr key={`${what} ${became}`}>
                <th scope="row">
                  <bdi dir="ltr">{what}</bdi>
                </th>
                <td className="end">
                  <Count value={count} />
                </td>
                <td className={isUse(became) ? undefined : 'quiet'}>{words(became)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Remaining count={Math.max(0, features.length - SHOWN)} />
    </Section>
  )
}

type Became = FeatureCount['became']
type Use = (typeof usesOfFeatures)[number]
type Reason = (typeof reasonsToLeaveOut)[number]
const isUse = (became: Became): became is Use => usesOfFeatures.some((one) => one === became)
const isReason = (became: Became): became is Reason =>
  reasonsToLeaveOut.some((one) => one === became)

function useWords(): (became: Became) => string {
  const { t } = useTranslation('venueImport')
  return (became) => {
    if (isUse(became)) return t(`became_${became}`)
    return t('leftOut', {
      reason: isReason(became) ? t(`became_${became}`) : t(`fault_${became}`),
    })
  }
}
