import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  equipmentFileKinds,
  type EquipmentFileKind,
  type EquipmentFileRow,
} from '#contract/equipment/equipmentFiles.ts'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { equipmentFileCalls } from './calls.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

interface Values {
  name: string
  kind: EquipmentFileKind
  url: string
}

const blank: Values = { name: '', kind: 'manual', url: '' }

export function FileForm({
  equipmentId,
  row,
  onClose,
}: {
  equipmentId: number
  row?: EquipmentFileRow
  onClose(): void
}) {
  const { t } = useTranslation(['related', 'common'])
  const [link] = equipmentFileCalls.useAddEquipmentLinkMutation()
  const [update] = equipmentFileCalls.useUpdateEquipmentFileMutation()
  const hasAddress = row === undefined || row.url !== null
  const handleSave = ({ url, ...said }: Values, version: number | undefined) =>
    row === undefined || version === undefined
      ? link({ body: { equipmentId, ...said, url: url.trim() } }).unwrap()
      : update({
          params: { id: row.id },
          body: { ...said, ...(hasAddress ? { url: url.trim() } : {}), version },
        }).unwrap()
  return (
    <Dialog
      open
      title={row === undefined ? t('addLink') : <bdi>{row.name}</bdi>}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <EntityForm<Values>
        initial={row === undefined ? blank : { name: row.name, kind: row.kind, url: row.url ?? '' }}
        {...(row === undefined ? {} : { version: row.version })}
        onSave={handleSave}
        onSaved={onClose}
        onCancel={onClose}
        submitLabel={row === undefined ? t('addLink') : t('common:save')}
        refusals={{ invalid_format: t('notHttps'), custom: t('notHttps') }}
      >
        <Form.Item
          name="name"
          label={t('common:name')}
          rules={[{ required: true, whitespace: true, message: t('common:required') }]}
        >
          <Input dir="auto" maxLength={200} />
        </Form.Item>
        <Form.Item name="kind" label={t('kindLabel')}>
          <Select
            options={equipmentFileKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        </Form.Item>
        {hasAddress && (
          <Form.Item
            name="url"
            label={t('address')}
            extra={t('addressHint')}
            rules={[{ required: true, message: t('common:required') }]}
          >
            <Input dir="ltr" maxLength={2_000} inputMode="url" />
          </Form.Item>
        )}
      </EntityForm>
    </Dialog>
  )
}
