import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnSteps } from '#contract/auth/secondStep.ts'
import { canUsePasskeys, makePasskey, type NoPasskey } from '#entities/passkey/passkey.ts'
import { When } from '#ui/page/marks.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import {
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useRemovePasskeyMutation,
} from '../calls.ts'
import styles from '../account.module.css'

type Passkey = OwnSteps['passkeys'][number]
interface Props {
  passkeys: readonly Passkey[]
  onAdded(codes: readonly string[] | null): void
}

export function PasskeyPart({ passkeys, onAdded }: Props) {
  const { t } = useTranslation('secondStep')
  return (
    <section className={styles.securityPart}>
      <h3>{t('passkeys')}</h3>
      <p className="quiet">{t('passkeysHint')}</p>
      {passkeys.length > 0 && (
        <ul className={styles.sessions}>
          {passkeys.map((each) => (
            <PasskeyRow key={each.id} passkey={each} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <NewPasskey onAdded={onAdded} />
      ) : (
        <p role="status">{t('cannotPasskey')}</p>
      )}
    </section>
  )
}

function PasskeyRow({ passkey: { id, name, isBackedUp, lastUsedAt } }: { passkey: Passkey }) {
  const { t } = useTranslation('secondStep')
  const [remove, { isLoading }] = useRemovePasskeyMutation()
  const confirm = useConfirm()
  async function handleRemove(): Promise<void> {
    const isSure = await confirm({
      title: t('removeTitle'),
      hint: t('removeHint'),
      okText: t('remove'),
      danger: true,
    })
    if (isSure) await remove({ body: { id } })
  }
  return (
    <li>
      <div className={styles.sessionWords}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="quiet">
          {t(isBackedUp ? 'backedUp' : 'onDevice')} ·{' '}
          {lastUsedAt === null ? (
            t('neverUsed')
          ) : (
            <>
              {t('lastUsed')} <When at={lastUsedAt} />
            </>
          )}
        </span>
      </div>
      <Button
        size="small"
        loading={isLoading}
        aria-label={t('removeNamed', { name })}
        onClick={() => void handleRemove()}
      >
        {t('remove')}
      </Button>
    </li>
  )
}

/** The user names it first, because passkeys of one vendor look alike. */
function NewPasskey({ onAdded }: Pick<Props, 'onAdded'>) {
  const { t } = useTranslation('secondStep')
  const [begin] = useBeginPasskeyMutation()
  const [add] = useAddPasskeyMutation()
  const [name, setName] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<NoPasskey | null>(null)
  const given = (name ?? t('passkeyNameFirst')).trim()

  /** Returns why the browser created no passkey. The toaster shows refusals of the server. */
  async function make(): Promise<NoPasskey | null> {
    const { data: begun } = await begin()
    if (begun === undefined) return null
    const response = await makePasskey(begun.options)
    if (typeof response === 'string') return response
    const { data: added } = await add({ body: { id: begun.id, name: given, response } })
    if (added === undefined) return null
    setName(null)
    onAdded(added.recoveryCodes)
    return null
  }
  async function handleFinish(): Promise<void> {
    setFailure(null)
    setIsBusy(true)
    const failed = await make()
    setIsBusy(false)
    setFailure(failed)
  }
  return (
    <Form layout="vertical" onFinish={() => void handleFinish()}>
      <Form.Item
        label={t('passkeyName')}
        htmlFor="passkey-name"
        {...(failure === null
          ? {}
          : { validateStatus: 'error' as const, help: <span role="alert">{t(failure)}</span> })}
      >
        <Input
          id="passkey-name"
          dir="auto"
          maxLength={200}
          value={name ?? t('passkeyNameFirst')}
          onChange={(event) => setName(event.target.value)}
        />
      </Form.Item>
      <Button htmlType="submit" loading={isBusy} disabled={given === ''}>
        {t('addPasskey')}
      </Button>
    </Form>
  )
}
