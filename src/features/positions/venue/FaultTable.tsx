import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { VenueImport } from '#contract/venue/venueImports.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import styles from '../rtls.module.css'

type Place = NonNullable<VenueImport['faults'][number]['place']>

export function FaultTable({ read, onShow }: { read: VenueImport; onShow(place: Place): void }) {
  const { t } = useTranslation('venueImport')
  if (read.faultCount === 0) return null
  const nameOf = ({ building, floor }: Place): string =>
    read.buildings.find(({ key }) => key === building)?.floors.find(({ key }) => key === floor)
      ?.name ?? floor
  const title = t('faults', { count: read.faultCount })
  return (
    <Section title={title}>
      <p className="quiet">{t('faultsHint')}</p>
      <div className={styles.venueTable}>
        <table className={`table ${styles.smallTable}`} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('file')}</th>
              <th scope="col">{t('feature')}</th>
              <th scope="col">{t('whatIsWrong')}</th>
              <th scope="col">{t('place')}</th>
            </tr>
          </thead>
          <tbody>
            {read.faults.map(({ file, feature, code, place }, index) => (
              <tr key={index}>
                <td>
                  <bdi dir="ltr">{file}</bdi>
                </td>
                <td>
                  <bdi dir="ltr">{feature ?? '—'}</bdi>
                </td>
                <td>{t(`fault_${code}`)}</td>
                <td>
                  {place !== null && (
                    <Button size="small" onClick={() => onShow(place)}>
                      {t('showPlace', { floor: nameOf(place) })}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Remaining count={read.faultCount - read.faults.length} />
    </Section>
  )
}
