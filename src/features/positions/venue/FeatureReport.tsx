/** Outcome of each feature of the imported files, by kind: used, or left out for a reason. */
import { useTranslation } from 'react-i18next'
import { Select } from 'antd'
import { layerUses, type Corrections, type LayerUse } from '#contract/venue/corrections.ts'
import type { VenueImport } from '#contract/venue/venueImports.ts'
import { reasonsToLeaveOut, usesOfFeatures, type FeatureCount } from '#contract/venue/outcomes.ts'
import { Count, Remaining } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import { changeLayer } from './preview/editCorrections.ts'
import styles from '../rtls.module.css'

/** Maximum kinds shown. Used features come first. */
const SHOWN = 60

type Feature = VenueImport['features'][number]

export function FeatureReport({
  features,
  made,
  isOpen,
  onChange,
}: {
  features: readonly Feature[]
  made: Corrections
  /** True if the plan is not imported yet. */
  isOpen: boolean
  onChange(made: Corrections): void
}) {
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
              <th scope="col">{t('drawAs')}</th>
            </tr>
          </thead>
          <tbody>
            {features.slice(0, SHOWN).map(({ what, became, count, drawn }) => (
              <tr key={`${what} ${became}`}>
                <th scope="row">
                  <bdi dir="ltr">{what}</bdi>
                </th>
                <td className="end">
                  <Count value={count} />
                </td>
                <td className={isUse(became) ? undefined : 'quiet'}>{words(became)}</td>
                <td>
                  {isOpen && drawn !== null && (
                    <LayerChoice
                      feature={{ what, became, drawn }}
                      made={made}
                      onChange={onChange}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Remaining count={Math.max(0, features.length - SHOWN)} />
    </Section>
  )
}

/** Uses of a line, which cannot become a room. */
const ofLines: readonly LayerUse[] = ['wall', 'door', 'window', 'leftOut']

function LayerChoice({
  feature,
  made,
  onChange,
}: {
  feature: Pick<Feature, 'what' | 'became' | 'drawn'>
  made: Corrections
  onChange(made: Corrections): void
}) {
  const { t } = useTranslation(['venueImport', 'map'])
  const { what, became, drawn } = feature
  const chosen = made.layers.find((one) => one.what === what && one.became === became)?.to
  const labelOf = (to: LayerUse): string =>
    to === 'leftOut'
      ? t('layerLeftOut')
      : to === 'wall' || to === 'door' || to === 'window'
        ? t(`became_${to}`)
        : t(`map:kind_${to}`)
  return (
    <Select<LayerUse | ''>
      size="small"
      aria-label={t('drawAsOf', { what })}
      popupMatchSelectWidth={false}
      value={chosen ?? ''}
      onChange={(to) => onChange(changeLayer(made, feature, to === '' ? null : to))}
      options={[
        { value: '' as const, label: t('layerAsRead') },
        ...(drawn === 'line' ? ofLines : layerUses)
          .filter((to) => to !== 'leftOut' || isUse(became))
          .map((to) => ({ value: to, label: labelOf(to) })),
      ]}
    />
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
