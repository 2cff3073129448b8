import { Form, Input } from 'antd'
import type { TFunction } from 'i18next'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DeliveryList } from '../../entities/hooks/DeliveryList.tsx'
import { Journal } from '../../entities/journal/Journal.tsx'
import { useMay } from '../../entities/session/useSession.ts'
import { DetailPanel } from '../../ui/DetailPanel.tsx'
import { EntityForm } from '../../ui/EntityForm.tsx'
import { ColourTag } from '../../ui/marks.tsx'
import { DeleteNoun } from './DeleteNoun.tsx'
import { HookSecret } from './HookSecret.tsx'
import { NounFields } from './NounFields.tsx'
import { draftFrom, valuesOf } from './nounDraft.ts'
import type { Noun, NounDraft, NounField, NounRow } from './nouns.ts'
import { NounUses } from './NounUses.tsx'
import { StatusRelations } from './StatusRelations.tsx'
import { UsedRows } from './Used.tsx'
import { useNounWords } from './useNounWords.ts'

interface NounPanelProps {
  noun: Noun
  row: NounRow | undefined
  /** The list as it stands on the server now. */
  fetchRows(): Promise<NounRow[]>
  onClose(): void
  /** Where not, only what may be read is there. */
  mayEdit?: boolean
  opensAt?: string
}

export function NounPanel({
  noun,
  row,
  fetchRows,
  onClose,
  mayEdit = true,
  opensAt = 'facts',
}: NounPanelProps) {
  const { t } = useTranslation(['management', 'common'])
  const [tab, setTab] = useState(mayEdit ? opensAt : 'used')
  const mayCall = useMay('editor|automations')
  const form = <NounForm noun={noun} row={row} fetchRows={fetchRows} onDone={onClose} />
  const used =
    row === undefined || noun.key !== 'inventoryItems'
      ? []
      : [{ key: 'used', label: t('tabUsed'), content: <UsedRows row={row} /> }]
  if (row !== undefined && !mayEdit)
    return (
      <DetailPanel
        over={t(noun.key)}
        title={<bdi>{row.name}</bdi>}
        onClose={onClose}
        tab={tab}
        onTab={setTab}
        tabs={used}
      />
    )
  if (row === undefined)
    return (
      <DetailPanel over={t(noun.key)} title={t('addOne')} onClose={onClose}>
        {form}
      </DetailPanel>
    )
  return (
    <DetailPanel
      over={t(noun.key)}
      title={<bdi>{row.name}</bdi>}
      onClose={onClose}
      actions={<DeleteNoun noun={noun} row={row} onGone={onClose} />}
      tab={tab}
      onTab={setTab}
      tabs={[
        { key: 'facts', label: t('tabFacts'), content: form },
        { key: 'uses', label: t('tabUses'), content: <NounUses noun={noun} id={row.id} /> },
        ...used,
        ...(noun.key === 'equipmentStatuses'
          ? [{ key: 'related', label: t('tabRelated'), content: <StatusRelations id={row.id} /> }]
          : []),
        ...(noun.key === 'apiHooks' && mayCall
          ? [
              {
                key: 'calls',
                label: t('tabCalls'),
                content: <DeliveryList of={{ hookId: row.id }} />,
              },
            ]
          : []),
        {
          key: 'journal',
          label: t('tabJournal'),
          content: <Journal entity={noun.entity} entityId={row.id} />,
        },
      ]}
    />
  )
}

function NounForm({
  noun,
  row,
  fetchRows,
  onDone,
}: {
  noun: Noun
  row: NounRow | undefined
  fetchRows(): Promise<NounRow[]>
  onDone(): void
}) {
  const { t } = useTranslation(['management', 'common'])
  const { label } = useNounWords(noun)
  const [create] = noun.useCreate()
  const [update] = noun.useUpdate()
  return (
    <EntityForm<NounDraft>
      initial={valuesOf(noun, row)}
      {...(row === undefined ? {} : { version: row.version })}
      onCancel={onDone}
      onSaved={onDone}
      submitLabel={row === undefined ? t('common:create') : t('common:save')}
      onSave={(values, version) =>
        row === undefined || version === undefined
          ? create({ body: draftFrom(noun, values) }).unwrap()
          : update({
              params: { id: row.id },
              body: { ...draftFrom(noun, values), version },
            }).unwrap()
      }
      fetchCurrent={async () => {
        const now = (await fetchRows()).find((one) => one.id === row?.id)
        return { values: valuesOf(noun, now), version: now?.version ?? 1 }
      }}
      describe={describer(noun, label, t)}
    >
      <Form.Item
        name="name"
        label={t('common:name')}
        rules={[
          { required: true, whitespace: true, message: t('common:required') },
          { max: 200, message: t('common:tooLong', { max: 200 }) },
        ]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <NounFields
        noun={noun}
        hasSecret={row?.['hasSecret'] === true}
        hasMore={row?.['hasMore'] === true}
      />
      {noun.key === 'apiHooks' && row !== undefined && <HookSecret id={row.id} />}
    </EntityForm>
  )
}

/** For a conflict: both versions in words. */
function describer(
  noun: Noun,
  label: (field: NounField) => string,
  t: TFunction<['management', 'common']>,
) {
  return (values: NounDraft): { key: string; label: string; value: ReactNode }[] => [
    { key: 'name', label: t('common:name'), value: values.name },
    ...noun.fields.map((field) => ({
      key: field.name,
      label: label(field),
      value: inWords(field, values[field.name], t),
    })),
  ]
}

function inWords(
  field: NounField,
  value: unknown,
  t: TFunction<['management', 'common']>,
): ReactNode {
  if (field.kind === 'colour' && typeof value === 'string')
    // one of the eight
    return <ColourTag colour={value as 'blue'}>{t(`common:colour_${value as 'blue'}`)}</ColourTag>
  if (field.kind === 'flag') return value === true ? t('common:yes') : t('common:no')
  if (field.kind === 'states' && Array.isArray(value))
    return value.map((state: { name: string }) => state.name).join(', ')
  return Array.isArray(value) ? (
    value.join(', ')
  ) : typeof value === 'string' || typeof value === 'number' ? (
    <bdi>{value}</bdi>
  ) : null
}
