import { Checkbox, Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { currencies } from '#contract/rules/money.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { useFormat } from '#lib/format.tsx'
import { Card, Section } from '#ui/page/Page.tsx'

/** Working time on tickets, and the currency of costs. */
export function WorkSection() {
  const { t } = useTranslation('company')
  const { locale } = useFormat()
  const names = new Intl.DisplayNames([locale], { type: 'currency' })
  return (
    <Section title={t('work')}>
      <Card>
        <Form.Item name="recordsWork" valuePropName="checked" extra={t('recordsWorkHint')}>
          <Checkbox>{t('recordsWork')}</Checkbox>
        </Form.Item>
        <Form.Item
          name="currency"
          label={t('currency')}
          extra={t('currencyHint')}
          getValueFromEvent={(value?: string) => value ?? null}
        >
          <Select
            allowClear
            showSearch
            placeholder={t('noCurrency')}
            filterOption={foundBy('label')}
            options={currencies.map((value) => ({
              value,
              label: `${value} · ${names.of(value) ?? value}`,
            }))}
          />
        </Form.Item>
      </Card>
    </Section>
  )
}
