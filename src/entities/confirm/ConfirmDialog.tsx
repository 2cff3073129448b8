/**
 * Asks for a fresh proof of identity, by any of the person's methods. Input behind the dialog
 * stays.
 */
import { Alert, Button, Form, Input, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { secondSteps, type ConfirmWay } from '#contract/auth/secondStep.ts'
import type { Input as InputOf } from '#contract/endpoint.ts'
import { injectContract } from '#api/api.ts'
import { isApiFailure } from '#api/http.ts'
import { askPasskey, canUsePasskeys } from '#entities/passkey/passkey.ts'
import styles from './ConfirmDialog.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'

const { useBeginConfirmMutation, useConfirmSessionMutation, useSendConfirmCodeMutation } =
  injectContract(secondSteps)

type Answer = InputOf<typeof secondSteps.confirmSession>['body']['answer']
type Failure = 'wrong' | 'noAnswer' | 'tooMany' | 'internalError'

const other = {
  passkey: 'usePasskey',
  authenticator: 'withAuthenticator',
  recovery: 'withRecovery',
  password: 'withPassword',
  email: 'withEmail',
} as const
const labels = {
  authenticator: 'code',
  recovery: 'recoveryCode',
  password: 'password',
  email: 'emailCode',
} as const

export function ConfirmDialog({ onAnswer }: { onAnswer(isConfirmed: boolean): void }) {
  const { t } = useTranslation('secondStep')
  return (
    <Dialog
      open
      title={t('confirmTitle')}
      width={420}
      footer={null}
      centered
      destroyOnHidden
      onCancel={() => onAnswer(false)}
    >
      <p className="quiet">{t('confirmHint')}</p>
      <Asking onAnswer={onAnswer} />
    </Dialog>
  )
}

function Asking({ onAnswer }: { onAnswer(isConfirmed: boolean): void }) {
  const { t } = useTranslation(['secondStep', 'notices'])
  const [begin, { data, isError }] = useBeginConfirmMutation()
  const [chosen, setChosen] = useState<ConfirmWay | null>(null)
  const { confirm, failure, setFailure, isLoading } = useConfirm(onAnswer)
  useEffect(() => {
    void begin()
  }, [begin])
  if (data === undefined)
    return isError ? <Alert type="error" title={t('notices:internalError')} /> : <Spin />
  const ways = data.ways.filter((way) => way !== 'passkey' || canUsePasskeys())
  const way = chosen ?? ways[0]
  if (way === undefined) return <Alert type="info" title={t('noWay')} />
  async function handlePasskey(): Promise<void> {
    setFailure(null)
    const asked = data?.passkey ?? null
    const response = asked === null ? null : await askPasskey(asked.options)
    if (asked === null || response === null) return setFailure('noAnswer')
    // A challenge accepts a single answer.
    if (!(await confirm({ kind: 'passkey', id: asked.id, response }))) void begin()
  }
  function handleOther(each: ConfirmWay): void {
    setChosen(each)
    setFailure(null)
  }
  return (
    <>
      {failure !== null && (
        <Alert
          className={styles.confirmFailure}
          type="error"
          role="alert"
          title={failureText(t, failure)}
        />
      )}
      {way === 'passkey' ? (
        <Button
          type="primary"
          block
          autoFocus
          loading={isLoading}
          onClick={() => void handlePasskey()}
        >
          {t('usePasskey')}
        </Button>
      ) : (
        <TypedAnswer
          key={way}
          way={way}
          isLoading={isLoading}
          onSubmit={(answer) => void confirm(answer)}
          onFailure={setFailure}
        />
      )}
      <div className={styles.confirmOthers}>
        {ways
          .filter((each) => each !== way)
          .map((each) => (
            <Button key={each} type="link" size="small" onClick={() => handleOther(each)}>
              {t(other[each])}
            </Button>
          ))}
      </div>
    </>
  )
}

interface TypedProps {
  way: Exclude<ConfirmWay, 'passkey'>
  isLoading: boolean
  onSubmit(answer: Answer): void
  onFailure(failure: Failure | null): void
}

function TypedAnswer({ way, isLoading, onSubmit, onFailure }: TypedProps) {
  const { t } = useTranslation('secondStep')
  const [text, setText] = useState('')
  const given = text.trim()
  const Field = way === 'password' ? Input.Password : Input
  const complete =
    way === 'password' ? 'current-password' : way === 'recovery' ? 'off' : 'one-time-code'
  return (
    <Form
      layout="vertical"
      onFinish={() =>
        onSubmit(way === 'password' ? { kind: way, password: text } : { kind: way, code: given })
      }
    >
      {way === 'email' && <SendCode onFailure={onFailure} />}
      <Form.Item label={t(labels[way])} htmlFor="confirm-answer">
        <Field
          id="confirm-answer"
          autoFocus
          dir="ltr"
          autoComplete={complete}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Form.Item>
      <Button type="primary" block htmlType="submit" loading={isLoading} disabled={given === ''}>
        {t('goOn')}
      </Button>
    </Form>
  )
}

function SendCode({ onFailure }: { onFailure(failure: Failure | null): void }) {
  const { t } = useTranslation('secondStep')
  const [send, { isLoading, isSuccess }] = useSendConfirmCodeMutation()
  async function handleSend(): Promise<void> {
    const { error } = await send()
    onFailure(
      error === undefined
        ? null
        : isApiFailure(error) && error.status === 429
          ? 'tooMany'
          : 'internalError',
    )
  }
  return (
    <div className={styles.confirmSend}>
      <Button block loading={isLoading} onClick={() => void handleSend()}>
        {t('sendCode')}
      </Button>
      {isSuccess && (
        <p role="status" className="quiet">
          {t('codeSent')}
        </p>
      )}
    </div>
  )
}

function useConfirm(onAnswer: (isConfirmed: boolean) => void) {
  const [send, { isLoading }] = useConfirmSessionMutation()
  const [failure, setFailure] = useState<Failure | null>(null)
  async function confirm(answer: Answer): Promise<boolean> {
    setFailure(null)
    const { error } = await send({ body: { answer } })
    if (error === undefined) {
      onAnswer(true)
      return true
    }
    const status = isApiFailure(error) ? error.status : null
    setFailure(
      status === 429 ? 'tooMany' : status === 400 || status === 410 ? 'wrong' : 'internalError',
    )
    return false
  }
  return { confirm, failure, setFailure, isLoading }
}

type Say = ReturnType<typeof useTranslation<['secondStep', 'notices']>>['t']

function failureText(t: Say, failure: Failure): string {
  if (failure === 'tooMany') return `${t('notices:tooManyRequests')} ${t('notices:pauseMinutes')}`
  return failure === 'internalError' ? t('notices:internalError') : t(failure)
}
