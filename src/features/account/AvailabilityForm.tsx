import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnAccount } from '#contract/auth/account.ts'
import { AvailabilityField, AvailabilityMark } from '#entities/availability/AvailabilityField.tsx'
import {
  draftOfAvailability,
  wishedAvailability,
  type AvailabilityDraft,
} from '#entities/availability/availabilityDraft.ts'
import { useSetAvailabilityMutation } from './calls.ts'
import styles from './account.module.css'

export function AvailabilityForm({ account: { availability } }: { account: OwnAccount }) {
  const { t } = useTranslation(['account', 'common'])
  const [setAvailability, { isLoading }] = useSetAvailabilityMutation()
  const [draft, setDraft] = useState<AvailabilityDraft | null>(null)
  const shown = draft ?? draftOfAvailability(availability)
  const wish = wishedAvailability(shown)
  async function handleSave(): Promise<void> {
    if (wish === undefined) return
    const { error } = await setAvailability({ body: { availability: wish } })
    if (error === undefined) setDraft(null)
  }
  return (
    <>
      <p className={styles.accountNow}>
        <span className="quiet">{t('availabilityNow')}</span>{' '}
        <AvailabilityMark availability={availability} />
      </p>
      <AvailabilityField value={shown} onChange={setDraft} now={availability} />
      <div className="form-foot">
        <Button
          type="primary"
          loading={isLoading}
          disabled={draft === null || wish === undefined}
          onClick={() => void handleSave()}
        >
          {t('common:save')}
        </Button>
      </div>
    </>
  )
}
