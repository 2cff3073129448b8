import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useGetSecondStepsQuery } from '../calls.ts'
import { OwnProof } from '../OwnProof.tsx'
import { AuthenticatorPart } from './AuthenticatorPart.tsx'
import { PasskeyPart } from './PasskeyPart.tsx'
import { RecoveryPart } from './RecoveryPart.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from '../account.module.css'

/** `onSetUp`: called once the user has a second step and has stored its recovery codes. */
export function SecuritySection({ onSetUp }: { onSetUp?: () => void }) {
  const { t } = useTranslation(['secondStep', 'account'])
  const query = useGetSecondStepsQuery()
  const { error, refetch } = query
  const data = answerToShow(query)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState rows={4} />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  if (data.isLimited)
    return <OwnProof text={t('account:stepsLimited')} onProved={() => void refetch()} />
  const hasStep = data.authenticator !== null || data.passkeys.length > 0
  function handleAdded(fresh: readonly string[] | null): void {
    if (fresh === null) onSetUp?.()
    else setCodes(fresh)
  }
  function handleKept(): void {
    setCodes(null)
    onSetUp?.()
  }
  return (
    <div className={styles.security}>
      {onSetUp === undefined && <p className="quiet">{t('intro')}</p>}
      {data.isRequired && onSetUp === undefined && (
        <Alert type="info" showIcon title={t('required')} />
      )}
      <PasskeyPart passkeys={data.passkeys} onAdded={handleAdded} />
      <AuthenticatorPart since={data.authenticator?.since ?? null} onAdded={handleAdded} />
      {hasStep && <RecoveryPart left={data.recoveryCodesLeft} onMade={setCodes} />}
      {codes !== null && <RecoveryCodesDialog codes={codes} onKept={handleKept} />}
    </div>
  )
}
