import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './bulk.module.css'

export function FactsEditor() {
  const { t } = useTranslation(['equipment', 'common', 'entities'])
  return (
    <Form.List name="details">
      {(rows, { add, remove }) => (
        <fieldset className={styles.factsEditor} style={{ border: 0, padding: 0, marginInline: 0 }}>
          <legend>{t('entities:field_details')}</legend>
          {rows.map((row) => (
            <div key={row.key} className={styles.factsEditorRow}>
              <Form.Item
                name={[row.name, 'key']}
                rules={[{ required: true, whitespace: true, message: t('common:required') }]}
              >
                <Input aria-label={t('factName')} placeholder={t('factName')} dir="auto" />
              </Form.Item>
              <Form.Item name={[row.name, 'value']}>
                <Input aria-label={t('factValue')} placeholder={t('factValue')} dir="auto" />
              </Form.Item>
              <Button
                type="text"
                aria-label={t('removeFact')}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => remove(row.name)}
              />
            </div>
          ))}
          {rows.length < 100 && (
            <Button
              type="dashed"
              size="small"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => add({ key: '', value: '' })}
            >
              {t('addFact')}
            </Button>
          )}
        </fieldset>
      )}
    </Form.List>
  )
}
