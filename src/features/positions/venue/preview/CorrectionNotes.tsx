/** Notes about the corrections: conflicts, unusable ones, and corrections of earlier imports. */
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { VenueImport } from '#contract/venue/venueImports.ts'
import { useFormat } from '#lib/format.tsx'
import { When } from '#ui/page/marks.tsx'
import type { CorrectionsInHand } from './useCorrections.ts'
import styles from './preview.module.css'

const SHOWN = 10

export function CorrectionNotes({ read, made }: { read: VenueImport; made: CorrectionsInHand }) {
  const { t } = useTranslation('venueImport')
  const format = useFormat()
  const { unfit, earlier } = read
  return (
    <div className={styles.notes}>
      {made.isStale && (
        <Alert
          type="warning"
          showIcon
          title={t('staleCorrections')}
          action={
            <span className={styles.acts}>
              <Button size="small" onClick={made.showTheirs}>
                {t('showTheirs')}
              </Button>
              <Button size="small" onClick={made.saveOver}>
                {t('saveOver')}
              </Button>
            </span>
          }
        />
      )}
      {made.hasFailed && (
        <Alert
          type="error"
          showIcon
          title={t('correctionsNotSaved')}
          action={
            <Button size="small" onClick={made.retry}>
              {t('saveAgain')}
            </Button>
          }
        />
      )}
      {earlier !== null && !made.isSaving && (
        <Alert
          type="info"
          showIcon
          title={t('earlierCorrections', { number: earlier.fits })}
          description={<When at={earlier.createdAt} as="dateTime" />}
          action={
            <Button size="small" onClick={() => made.change(earlier.corrections)}>
              {t('useEarlier')}
            </Button>
          }
        />
      )}
      {unfit.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('unfit', { number: unfit.length })}
          description={
            <bdi>
              {format.list(
                unfit.slice(0, SHOWN).map(({ kind, name }) => t(`unfit_${kind}`, { name })),
              )}
            </bdi>
          }
        />
      )}
    </div>
  )
}
