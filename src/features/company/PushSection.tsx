import { Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { Card, Section } from '#ui/page/Page.tsx'
import type { CompanyDraft } from './companyDraft.ts'

export function PushSection() {
  const { t } = useTranslation('company')
  const hasPush = Form.useWatch('hasPush', Form.useFormInstance<CompanyDraft>())
  return (
    <Section title={t('push')}>
      <Card>
        <p className="quiet">{t('pushHint')}</p>
        <Form.Item name="hasPush" valuePropName="checked">
          <Checkbox>{t('hasPush')}</Checkbox>
        </Form.Item>
        <Form.Item name="pushShowsText" valuePropName="checked" extra={t('pushShowsTextHint')}>
          <Checkbox disabled={hasPush !== true}>{t('pushShowsText')}</Checkbox>
        </Form.Item>
      </Card>
    </Section>
  )
}
