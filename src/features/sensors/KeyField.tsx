import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { deviceIdOf } from '#contract/ingest/measurements.ts'
import { encryptionKeyPattern } from '#contract/sensors.ts'
import { useFormat } from '#lib/format.tsx'

const bluetooth = /^[0-9A-F]{12}$/

/**
 * The device's encryption key. Write-only. Interrupted forms never store a name that contains
 * "secret".
 */
export function KeyField({ setAt }: { setAt: string | null }) {
  const { t } = useTranslation('sensors')
  const format = useFormat()
  const deviceId = deviceIdOf(Form.useWatch<string | undefined>('deviceId') ?? '')
  const isDeleted = Form.useWatch<boolean | undefined>('deletesKey') ?? false
  if (setAt === null && (deviceId === null || !bluetooth.test(deviceId))) return null
  return (
    <>
      <Form.Item
        name="secretKey"
        label={t('encryptionKey')}
        extra={
          setAt === null
            ? t('encryptionKeyHint')
            : t('encryptionKeyKept', { when: format.dateTime(setAt) })
        }
        rules={[{ pattern: encryptionKeyPattern, message: t('encryptionKeyFault') }]}
      >
        <Input dir="ltr" autoComplete="off" spellCheck={false} disabled={isDeleted} />
      </Form.Item>
      {setAt !== null && (
        <Form.Item name="deletesKey" valuePropName="checked">
          <Checkbox>{t('encryptionKeyDelete')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}
