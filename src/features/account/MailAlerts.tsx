import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { OwnAccount } from '#contract/account'
import { useSetToldByMailMutation } from './calls.ts'

/** The bell tells it always; by mail as one wishes. */
export function ToldByMail({ account: { isToldByMail } }: { account: OwnAccount }) {
  const { t } = useTranslation('account')
  const [set, { isLoading }] = useSetToldByMailMutation()
  return (
    <>
      <Checkbox
        checked={isToldByMail}
        disabled={isLoading}
        onChange={({ target }) => void set({ body: { isToldByMail: target.checked } })}
      >
        {t('toldByMail')}
      </Checkbox>
      <p className="quiet">{t('toldByMailHint')}</p>
    </>
  )
}
