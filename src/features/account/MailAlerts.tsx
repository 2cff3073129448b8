import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { OwnAccount } from '#contract/auth/account.ts'
import { useSetMailAlertsMutation } from './calls.ts'

export function MailAlerts({ account: { hasMailAlerts } }: { account: OwnAccount }) {
  const { t } = useTranslation('account')
  const [set, { isLoading }] = useSetMailAlertsMutation()
  return (
    <>
      <Checkbox
        checked={hasMailAlerts}
        disabled={isLoading}
        onChange={({ target }) => void set({ body: { hasMailAlerts: target.checked } })}
      >
        {t('toldByMail')}
      </Checkbox>
      <p className="quiet">{t('toldByMailHint')}</p>
    </>
  )
}
