import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { useMakeRecoveryCodesMutation } from '../calls.ts'
import styles from '../account.module.css'

export function RecoveryPart({
  left,
  onMade,
}: {
  left: number
  onMade(codes: readonly string[]): void
}) {
  const { t } = useTranslation('secondStep')
  const [make, { isLoading }] = useMakeRecoveryCodesMutation()
  const confirm = useConfirm()
  async function handleMake(): Promise<void> {
    if (
      !(await confirm({
        title: t('newCodesTitle'),
        hint: t('newCodesHint'),
        okText: t('newCodes'),
        danger: true,
      }))
    )
      return
    const { data } = await make()
    if (data !== undefined) onMade(data.recoveryCodes)
  }
  return (
    <section className={styles.securityPart}>
      <h3>{t('recoveryCodes')}</h3>
      <p className="quiet">{t('codesHint')}</p>
      <div className={styles.securityRow}>
        <span>{t('codesLeft', { count: left })}</span>
        <Button size="small" loading={isLoading} onClick={() => void handleMake()}>
          {t('newCodes')}
        </Button>
      </div>
    </section>
  )
}
