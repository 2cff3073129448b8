import { Button, Form, Input } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnAccount } from '#contract/auth/account.ts'
import { passwordFaults } from '#contract/rules/password.ts'
import { isApiFailure } from '#api/http.ts'
import { refusedChoice } from '#entities/password/refusedChoice.ts'
import { PasswordRules } from '#entities/password/PasswordRules.tsx'
import { useChangePasswordMutation, useRequestResetMutation } from './calls.ts'

interface Values {
  current: string
  password: string
}

/** The present password proves identity. A person without one sets the first by an emailed link. */
export function PasswordForm({ account: { hasPassword, email } }: { account: OwnAccount }) {
  return hasPassword ? <ChangePassword email={email} /> : <FirstPassword email={email} />
}

function ChangePassword({ email }: { email: string }) {
  const { t } = useTranslation(['account', 'auth', 'common'])
  const [form] = Form.useForm<Values>()
  const [change, { isLoading }] = useChangePasswordMutation()
  const rulesId = useId()
  const weak = passwordFaults(Form.useWatch('password', form) ?? '')

  async function handleFinish(body: Values): Promise<void> {
    const { error } = await change({ body })
    if (error === undefined) return form.resetFields()
    const isWrong =
      isApiFailure(error) && error.errors.some(({ code }) => code === 'wrongCredentials')
    if (isWrong) form.setFields([{ name: 'current', errors: [t('currentWrong')] }])
    const refused = refusedChoice(error)
    if (refused !== null)
      form.setFields([{ name: 'password', errors: [t(`auth:fault_${refused}`)] }])
  }
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      initialValues={{ current: '', password: '' }}
      onFinish={(values) => void handleFinish(values)}
    >
      {/* For password managers: the account that the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Form.Item
        name="current"
        label={t('currentPassword')}
        rules={[{ required: true, message: t('common:required') }]}
      >
        <Input.Password autoComplete="current-password" dir="ltr" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('auth:newPassword')}
        extra={
          <div id={rulesId}>
            <PasswordRules broken={weak} isChecked={form.isFieldTouched('password')} />
          </div>
        }
        validateTrigger="onSubmit"
        rules={[
          {
            validator: (_rule, value: string) =>
              passwordFaults(value).length === 0
                ? Promise.resolve()
                : Promise.reject(new Error(t('passwordWeak'))),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" dir="ltr" aria-describedby={rulesId} />
      </Form.Item>
      <p className="quiet">{t('passwordHint')}</p>
      <div className="form-foot">
        <Button type="primary" htmlType="submit" loading={isLoading}>
          {t('changePassword')}
        </Button>
      </div>
    </Form>
  )
}

function FirstPassword({ email }: { email: string }) {
  const { t } = useTranslation(['account', 'auth', 'notices'])
  const [request, { isLoading, isSuccess, error }] = useRequestResetMutation()
  const isBusy = isApiFailure(error) && error.status === 429
  return (
    <>
      <p>{t('noPassword')}</p>
      {isSuccess && <p role="status">{t('notices:resetSent')}</p>}
      {error !== undefined && (
        <p role="alert">
          {isBusy
            ? `${t('notices:tooManyRequests')} ${t('notices:pauseMinutes')}`
            : t('notices:loginFailed')}
        </p>
      )}
      <Button loading={isLoading} onClick={() => void request({ body: { email } })}>
        {t('auth:resetSubmit')}
      </Button>
    </>
  )
}
