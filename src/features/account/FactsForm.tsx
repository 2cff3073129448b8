import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { OwnAccount } from '#contract/account'
import { isPhone } from '#contract/rules/phone'
import { EntityForm } from '../../ui/EntityForm.tsx'
import { useUpdateAccountMutation } from './calls.ts'

interface Values { firstName: string; lastName: string; phone: string }

export function FactsForm({ account }: { account: OwnAccount }) {
  const { t } = useTranslation(['account', 'people', 'common'])
  const [update] = useUpdateAccountMutation()
  const phone = async (_rule: unknown, value: string) => { if (value.trim() !== '' && !isPhone(value.trim())) throw new Error(t('people:phoneInvalid')) }
  return (
    <EntityForm<Values>
      initial={{ firstName: account.firstName, lastName: account.lastName, phone: account.phone ?? '' }} submitLabel={t('common:save')}
      onSave={(values) => update({ body: { ...values, phone: values.phone.trim() === '' ? null : values.phone.trim() } }).unwrap()}
    >
      <div className="account-names">
        <NameField name="firstName" autoComplete="given-name" />
        <NameField name="lastName" autoComplete="family-name" />
      </div>
      <Form.Item name="phone" label={t('people:field.phone')} extra={t('phoneHint')} validateTrigger="onBlur" rules={[{ validator: phone }]}>
        <Input type="tel" autoComplete="tel" dir="ltr" />
      </Form.Item>
    </EntityForm>
  )
}

function NameField({ name, autoComplete }: { name: 'firstName' | 'lastName'; autoComplete: string }) {
  const { t } = useTranslation(['people', 'common'])
  const rules = [{ required: true, whitespace: true, message: t('common:required') }, { max: 200, message: t('common:tooLong', { max: 200 }) }]
  return <Form.Item name={name} label={t(`field.${name}`)} rules={rules}><Input autoComplete={autoComplete} dir="auto" /></Form.Item>
}
