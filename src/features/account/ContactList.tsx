import { Button, Input } from 'antd'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnAccount } from '#contract/auth/account.ts'
import { isEmail } from '#contract/rules/email.ts'
import { isPhone } from '#contract/rules/phone.ts'
import { isApiFailure } from '#api/http.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import {
  useAskEmailChangeMutation,
  useAskPhoneChangeMutation,
  useConfirmEmailChangeMutation,
  useConfirmPhoneChangeMutation,
} from './calls.ts'
import styles from './ContactList.module.css'

type Kind = 'email' | 'phone'
type Step = 'shown' | 'typing' | 'asked'
type Fault = 'invalid' | 'wrongCode' | 'taken' | 'tooMany' | 'failed'

export function ContactList({ account }: { account: OwnAccount }) {
  return (
    <div className={styles.list}>
      <Contact kind="email" value={account.email} isProven={account.isEmailProven} />
      <Contact kind="phone" value={account.phone} isProven={account.isPhoneProven} />
    </div>
  )
}

interface ContactProps {
  kind: Kind
  value: string | null
  isProven: boolean
}

function Contact({ kind, value, isProven }: ContactProps) {
  const { t } = useTranslation(['account', 'people', 'common'])
  const contact = useContact(kind)
  const { step } = contact
  return (
    <section className={styles.contact} aria-label={t(`people:field.${kind}`)}>
      <div className={styles.head}>
        <span className={styles.label}>{t(`people:field.${kind}`)}</span>
        <span className={styles.value}>
          <bdi dir="ltr">{value ?? '—'}</bdi>
          {value !== null && (
            <ColourTag colour={isProven ? 'green' : 'orange'} soft>
              {t(isProven ? 'proven' : 'notProven')}
            </ColourTag>
          )}
        </span>
        {step === 'shown' && (
          <span className={styles.actions}>
            {!isProven && value !== null && (
              <Button size="small" loading={contact.isBusy} onClick={() => void contact.ask(value)}>
                {t('prove')}
              </Button>
            )}
            <Button size="small" onClick={contact.begin}>
              {t(value === null ? 'addContact' : 'changeContact')}
            </Button>
          </span>
        )}
      </div>
      {value !== null && !isProven && step === 'shown' && (
        <p className={`quiet ${styles.hint}`}>{t(`${kind}NotProvenHint`)}</p>
      )}
      {contact.fault !== null && step === 'shown' && (
        <p role="alert" className={styles.fault}>
          {t(`contactFault.${contact.fault}`)}
        </p>
      )}
      {step === 'typing' && <NewValue kind={kind} before={value} contact={contact} />}
      {step === 'asked' && <ProofCode contact={contact} />}
    </section>
  )
}

type ContactState = ReturnType<typeof useContact>

function NewValue({
  kind,
  before,
  contact,
}: {
  kind: Kind
  before: string | null
  contact: ContactState
}) {
  const { t } = useTranslation(['account', 'people', 'common'])
  const [value, setValue] = useState('')
  const id = useId()
  const given = value.trim()
  const removes = kind === 'phone' && given === '' && before !== null
  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    void contact.ask(removes ? null : given)
  }
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <label htmlFor={id}>{t(kind === 'email' ? 'newEmail' : 'newPhone')}</label>
      <Input
        id={id}
        type={kind === 'email' ? 'email' : 'tel'}
        dir="ltr"
        autoFocus
        value={value}
        maxLength={320}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        status={contact.fault === null ? '' : 'error'}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setValue(event.target.value)}
      />
      {contact.fault !== null && (
        <p role="alert" className={styles.fault}>
          {contact.fault === 'invalid'
            ? t(`people:${kind}Invalid`)
            : t(`contactFault.${contact.fault}`)}
        </p>
      )}
      <p id={`${id}-hint`} className="quiet">
        {t(`${kind}ChangeHint`)}
      </p>
      <div className={styles.foot}>
        <Button
          type="primary"
          htmlType="submit"
          loading={contact.isBusy}
          disabled={given === '' && !removes}
          danger={removes}
        >
          {t(removes ? 'removePhone' : 'sendCode')}
        </Button>
        <Button onClick={contact.cancel}>{t('common:cancel')}</Button>
      </div>
    </form>
  )
}

function ProofCode({ contact }: { contact: ContactState }) {
  const { t } = useTranslation(['account', 'common'])
  const [code, setCode] = useState('')
  const id = useId()
  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    void contact.confirm(code)
  }
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <p role="status">
        {t('codeSentTo')} <bdi dir="ltr">{contact.asked}</bdi>
      </p>
      <label htmlFor={id}>{t('proofCode')}</label>
      <Input
        id={id}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={20}
        value={code}
        className={styles.code ?? ''}
        status={contact.fault === null ? '' : 'error'}
        onChange={(event) => setCode(event.target.value)}
      />
      {contact.fault !== null && (
        <p role="alert" className={styles.fault}>
          {t(`contactFault.${contact.fault}`)}
        </p>
      )}
      <div className={styles.foot}>
        <Button
          type="primary"
          htmlType="submit"
          loading={contact.isBusy}
          disabled={code.trim() === ''}
        >
          {t('confirmContact')}
        </Button>
        <Button onClick={contact.cancel}>{t('common:cancel')}</Button>
      </div>
    </form>
  )
}

function useContact(kind: Kind) {
  const [step, setStep] = useState<Step>('shown')
  const [asked, setAsked] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  const [askEmail, askingEmail] = useAskEmailChangeMutation()
  const [askPhone, askingPhone] = useAskPhoneChangeMutation()
  const [confirmEmail, confirmingEmail] = useConfirmEmailChangeMutation()
  const [confirmPhone, confirmingPhone] = useConfirmPhoneChangeMutation()

  async function attempt(work: () => Promise<Step>): Promise<void> {
    setFault(null)
    try {
      setStep(await work())
    } catch (error) {
      setFault(faultOf(error))
    }
  }

  return {
    step,
    asked,
    fault,
    isBusy:
      askingEmail.isLoading ||
      askingPhone.isLoading ||
      confirmingEmail.isLoading ||
      confirmingPhone.isLoading,
    begin: () => {
      setFault(null)
      setStep('typing')
    },
    cancel: () => {
      setFault(null)
      setStep('shown')
    },
    async ask(value: string | null): Promise<void> {
      if (value !== null && !(kind === 'email' ? isEmail(value) : isPhone(value)))
        return setFault('invalid')
      await attempt(async () => {
        setAsked(value ?? '')
        if (kind === 'phone')
          return (await askPhone({ body: { phone: value } }).unwrap()).state === 'asked'
            ? 'asked'
            : 'shown'
        await askEmail({ body: { email: value ?? '' } }).unwrap()
        return 'asked'
      })
    },
    confirm: (code: string) =>
      attempt(async () => {
        const confirm = kind === 'email' ? confirmEmail : confirmPhone
        await confirm({ body: { code: code.trim() } }).unwrap()
        return 'shown'
      }),
  }
}

function faultOf(error: unknown): Fault {
  if (!isApiFailure(error)) return 'failed'
  if (error.status === 429) return 'tooMany'
  if (error.errors.some(({ code }) => code === 'wrongOtp')) return 'wrongCode'
  return error.errors.some(({ code }) => code === 'taken') ? 'taken' : 'failed'
}
