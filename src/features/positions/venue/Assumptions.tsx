import { Alert, Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { VenueImport } from '#contract/venue/venueImports.ts'
import styles from '../rtls.module.css'

/** Lists the reader's assumptions. The plan is imported only after the user confirms them. */
export function Assumptions({
  read: { assumed, buildings },
  isConfirmed,
  onChange,
}: {
  read: VenueImport
  isConfirmed: boolean
  onChange(isConfirmed: boolean): void
}) {
  const { t } = useTranslation('venueImport')
  const [first] = buildings
  const place =
    first === undefined ? '' : `${first.latitude.toFixed(5)}, ${first.longitude.toFixed(5)}`
  return (
    <Alert
      className={styles.venueDone}
      type="warning"
      showIcon
      title={assumed.map(({ file, code }) => (
        <p key={`${code} ${file}`}>{t(`assumed_${code}`, { file, place })}</p>
      ))}
      description={
        <Checkbox checked={isConfirmed} onChange={(event) => onChange(event.target.checked)}>
          {t('confirms')}
        </Checkbox>
      }
    />
  )
}
