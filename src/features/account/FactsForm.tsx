import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { OwnAccount } from '#contract/auth/account.ts'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { useUpdateAccountMutation } from './calls.ts'
import styles from './account.module.css'

interface Values {
  firstName: string
  lastName: string
}

export function FactsForm({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('common')
  const [update] = useUpdateAccountMutation()
  return (
    <EntityForm<Values>
      initial={{ firstName: account.firstName, lastName: account.lastName }}
      submitLabel={t('save')}
      onSave={(values) => update({ body: values }).unwrap()}
    >
      <div className={styles.accountNames}>
        <NameField name="firstName" autoComplete="given-name" />
        <NameField name="lastName" autoComplete="family-name" />
      </div>
    </EntityForm>
  )
}

function NameField({
  name,
  autoComplete,
}: {
  name: 'firstName' | 'lastName'
  autoComplete: string
}) {
  const { t } = useTranslation(['people', 'common'])
  const rules = [
    { required: true, whitespace: true, message: t('common:required') },
    { max: 200, message: t('common:tooLong', { max: 200 }) },
  ]
  return (
    <Form.Item name={name} label={t(`field.${name}`)} rules={rules}>
      <Input autoComplete={autoComplete} dir="auto" />
    </Form.Item>
  )
}
