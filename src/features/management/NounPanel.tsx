import { DeleteOutlined } from '@ant-design/icons'
import { Button, Form, Input, Switch } from 'antd'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailPanel } from '../../ui/DetailPanel.tsx'
import { EntityForm } from '../../ui/EntityForm.tsx'
import { ColourTag } from '../../ui/marks.tsx'
import { useConfirm } from '../../ui/useConfirm.tsx'
import { ColourField } from './ColourField.tsx'
import type { Noun, NounDraft, NounRow } from './nouns.ts'

interface NounPanelProps { noun: Noun; row: NounRow | undefined; /** The list as it stands on the server now. */ fetchRows(): Promise<NounRow[]>; onClose(): void }

export function NounPanel({ noun, row, fetchRows, onClose }: NounPanelProps) {
  const { t } = useTranslation(['management', 'common'])
  const { create, update } = noun.useWrites()
  const initial = draftOf(noun, row)
  return (
    <DetailPanel
      over={t(noun.key)} title={row === undefined ? t('addOne') : <bdi>{row.name}</bdi>} onClose={onClose}
      actions={row === undefined ? undefined : <DeleteButton noun={noun} row={row} onGone={onClose} />}
    >
      <EntityForm<NounDraft>
        initial={initial} {...(row === undefined ? {} : { version: row.version })} onCancel={onClose} onSaved={onClose}
        submitLabel={row === undefined ? t('common:create') : t('common:save')}
        onSave={(values, version) => (row === undefined || version === undefined ? create(values) : update(row.id, values, version))}
        fetchCurrent={async () => {
          const now = (await fetchRows()).find((one) => one.id === row?.id)
          return { values: draftOf(noun, now), version: now?.version ?? 1 }
        }}
        describe={describer(t)}
      >
        <Form.Item name="name" label={t('common:name')} rules={[{ required: true, whitespace: true, message: t('common:required') }, { max: 200, message: t('common:tooLong', { max: 200 }) }]}>
          <Input autoComplete="off" dir="auto" />
        </Form.Item>
        {noun.hasColour && <Form.Item name="colour" label={t('common:colour')}><ColourField /></Form.Item>}
        {noun.flag !== undefined && <Form.Item name={noun.flag} label={t(noun.flag)} valuePropName="checked"><Switch /></Form.Item>}
      </EntityForm>
    </DetailPanel>
  )
}

/** For a conflict: both versions in words. */
function describer(t: TFunction<['management', 'common']>) {
  return (values: NounDraft): { key: keyof NounDraft; label: string; value: ReactNode }[] => [
    { key: 'name', label: t('common:name'), value: values.name },
    { key: 'colour', label: t('common:colour'), value: values.colour === undefined ? null : <ColourTag colour={values.colour}>{t(`common:colour_${values.colour}`)}</ColourTag> },
  ]
}

function draftOf(noun: Noun, row: NounRow | undefined): NounDraft {
  return {
    name: row?.name ?? '',
    ...(noun.hasColour ? { colour: row?.colour ?? 'blue' as const } : {}),
    ...(noun.flag === 'isUsable' ? { isUsable: row?.isUsable ?? true } : {}),
    ...(noun.flag === 'isTracer' ? { isTracer: row?.isTracer ?? false } : {}),
  }
}

function DeleteButton({ noun, row, onGone }: { noun: Noun; row: NounRow; onGone(): void }) {
  const { t } = useTranslation(['management', 'common'])
  const { remove } = noun.useWrites()
  const confirm = useConfirm()
  async function handleDelete(): Promise<void> {
    if (!(await confirm({ title: t('common:confirmDelete', { name: row.name }), hint: t('deleteHint'), okText: t('common:delete'), danger: true }))) return
    if (await remove(row.id)) onGone()
  }
  return <Button danger type="text" icon={<DeleteOutlined />} onClick={() => void handleDelete()}>{t('common:delete')}</Button>
}
