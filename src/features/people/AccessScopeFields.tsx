import { Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { accessScopes, type AccessScope } from './accessScopes.tsx'
import type { UserValues } from './userValues.ts'
import styles from './people.module.css'

export function AccessScopeFields() {
  const { t } = useTranslation('people')
  return (
    <fieldset className={styles.reach}>
      <legend>{t('field.reach')}</legend>
      {accessScopes.map((accessScope) => (
        <AccessScopeRow key={accessScope.kind} accessScope={accessScope} />
      ))}
    </fieldset>
  )
}

function AccessScopeRow({
  accessScope: { kind, flag, types, Picker },
}: {
  accessScope: AccessScope
}) {
  const { t } = useTranslation('people')
  const form = Form.useFormInstance<UserValues>()
  const isAll = Form.useWatch(flag, form)
  const chosen = Form.useWatch(types, form)
  return (
    <div className={styles.reachRow}>
      <Form.Item name={flag} label={t(`field.${kind}`)}>
        <Radio.Group aria-label={t(`field.${kind}`)}>
          <Radio value>{t('reach.all')}</Radio>
          <Radio value={false}>{t('reach.types')}</Radio>
        </Radio.Group>
      </Form.Item>
      {isAll === false && (
        <Form.Item
          name={types}
          extra={(chosen?.length ?? 0) === 0 ? t(`reach.none.${kind}`) : undefined}
        >
          <Picker multiple label={`${t(`field.${kind}`)}: ${t('reach.types')}`} />
        </Form.Item>
      )}
    </div>
  )
}
