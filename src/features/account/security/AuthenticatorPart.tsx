import { Button, Form, Input, QRCode, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiFailure } from '#api/http.ts'
import { When } from '#ui/page/marks.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import {
  useAddAuthenticatorMutation,
  useBeginAuthenticatorMutation,
  useRemoveAuthenticatorMutation,
} from '../calls.ts'
import styles from '../account.module.css'

interface Props {
  since: string | null
  onAdded(codes: readonly string[] | null): void
}

export function AuthenticatorPart({ since, onAdded }: Props) {
  const { t } = useTranslation(['secondStep', 'common'])
  const [begin, { data: begun, isLoading, reset }] = useBeginAuthenticatorMutation()
  const [remove, removing] = useRemoveAuthenticatorMutation()
  const confirm = useConfirm()
  async function handleRemove(): Promise<void> {
    const isSure = await confirm({
      title: t('removeTitle'),
      hint: t('removeHint'),
      okText: t('remove'),
      danger: true,
    })
    if (isSure) await remove()
  }
  function handleAdded(codes: readonly string[] | null): void {
    reset()
    onAdded(codes)
  }
  return (
    <section className={styles.securityPart}>
      <h3>{t('authenticator')}</h3>
      <p className="quiet">{t('authenticatorHint')}</p>
      {since !== null && (
        <div className={styles.securityRow}>
          <span>
            {t('since')} <When at={since} />
          </span>
          <Button
            size="small"
            loading={removing.isLoading}
            aria-label={t('removeNamed', { name: t('authenticator') })}
            onClick={() => void handleRemove()}
          >
            {t('remove')}
          </Button>
        </div>
      )}
      {since === null && begun === undefined && (
        <Button loading={isLoading} onClick={() => void begin()}>
          {t('setUpApp')}
        </Button>
      )}
      {since === null && begun !== undefined && (
        <FirstCode
          secret={begun.secret}
          address={begun.address}
          onAdded={handleAdded}
          onCancel={reset}
        />
      )}
    </section>
  )
}

function FirstCode({
  secret,
  address,
  onAdded,
  onCancel,
}: {
  secret: string
  address: string
  onAdded: Props['onAdded']
  onCancel(): void
}) {
  const { t } = useTranslation(['secondStep', 'common'])
  const [add, { isLoading }] = useAddAuthenticatorMutation()
  const [code, setCode] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  async function handleFinish(): Promise<void> {
    setIsWrong(false)
    const { data, error } = await add({ body: { code: code.trim() } })
    if (data !== undefined) onAdded(data.recoveryCodes)
    else setIsWrong(isApiFailure(error) && error.status === 400)
  }
  return (
    <Form layout="vertical" onFinish={() => void handleFinish()}>
      <p>{t('scan')}</p>
      <div className={styles.securityKey}>
        {/* Dark on light in every colour scheme, because cameras need it. */}
        <QRCode
          value={address}
          type="svg"
          color="#000000"
          bgColor="#ffffff"
          aria-label={t('scan')}
        />
        <div className={styles.securitySecret}>
          <span className="quiet">{t('key')}</span>
          <Typography.Text copyable code>
            <bdi dir="ltr" data-testid="secret">
              {secret}
            </bdi>
          </Typography.Text>
        </div>
      </div>
      <Form.Item
        label={t('firstCode')}
        htmlFor="first-code"
        {...(isWrong
          ? { validateStatus: 'error' as const, help: <span role="alert">{t('wrong')}</span> }
          : {})}
      >
        <Input
          id="first-code"
          className={styles.securityCode}
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Form.Item>
      <div className="form-foot">
        <Button type="primary" htmlType="submit" loading={isLoading} disabled={code.trim() === ''}>
          {t('goOn')}
        </Button>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
      </div>
    </Form>
  )
}
