import { Form, Input } from 'antd'
import type { Translate } from '#lib/i18n/translate.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DeliveryList } from '#entities/hooks/DeliveryList.tsx'
import { Journal } from '#entities/journal/Journal.tsx'
import { NamesakesOfForm } from '#entities/namesakes/Namesakes.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import type { TicketTarget } from '#contract/rules/ticketDue.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import { DeleteReferenceItem } from './DeleteReferenceItem.tsx'
import { HookSecret } from './HookSecret.tsx'
import { TargetLines } from './TargetsField.tsx'
import { ReferenceFields } from './ReferenceFields.tsx'
import { draftFrom, valuesOf } from './referenceDraft.ts'
import type {
  ReferenceList,
  ReferenceDraft,
  ReferenceField,
  ReferenceItem,
} from './referenceLists.ts'
import { ReferenceItemUses } from './ReferenceItemUses.tsx'
import { StatusRelations } from './StatusRelations.tsx'
import { UsedRows } from './Used.tsx'
import { useMeterTypeCheck } from './useMeterTypeCheck.ts'
import { useUnfitQuestion } from './useUnfitQuestion.ts'
import { useReferenceLabels } from './useReferenceLabels.ts'

interface ReferenceItemPanelProps {
  referenceList: ReferenceList
  row: ReferenceItem | undefined
  onClose(): void
  /** If false, the panel is read-only. */
  mayEdit?: boolean
  opensAt?: string
}

export function ReferenceItemPanel({
  referenceList,
  row,
  onClose,
  mayEdit = true,
  opensAt = 'facts',
}: ReferenceItemPanelProps) {
  const { t } = useTranslation(['management', 'common'])
  const [tab, setTab] = useState(mayEdit ? opensAt : 'used')
  const mayCall = useMay('editor|automations')
  const form = <ReferenceItemForm referenceList={referenceList} row={row} onDone={onClose} />
  const used =
    row === undefined || referenceList.key !== 'inventoryItems'
      ? []
      : [{ key: 'used', label: t('tabUsed'), content: <UsedRows row={row} /> }]
  if (row !== undefined && !mayEdit)
    return (
      <DetailPanel
        over={t(referenceList.key)}
        title={<bdi>{row.name}</bdi>}
        onClose={onClose}
        tab={tab}
        onTab={setTab}
        tabs={used}
      />
    )
  if (row === undefined)
    return (
      <DetailPanel over={t(referenceList.key)} title={t('addOne')} onClose={onClose}>
        {form}
      </DetailPanel>
    )
  return (
    <DetailPanel
      over={t(referenceList.key)}
      title={<bdi>{row.name}</bdi>}
      onClose={onClose}
      actions={<DeleteReferenceItem referenceList={referenceList} row={row} onDeleted={onClose} />}
      tab={tab}
      onTab={setTab}
      tabs={[
        { key: 'facts', label: t('tabFacts'), content: form },
        {
          key: 'uses',
          label: t('tabUses'),
          content: <ReferenceItemUses referenceList={referenceList} id={row.id} />,
        },
        ...used,
        ...(referenceList.key === 'equipmentStatuses'
          ? [{ key: 'related', label: t('tabRelated'), content: <StatusRelations id={row.id} /> }]
          : []),
        ...(referenceList.key === 'apiHooks' && mayCall
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
          content: <Journal entity={referenceList.entity} entityId={row.id} />,
        },
      ]}
    />
  )
}

function ReferenceItemForm({
  referenceList,
  row,
  onDone,
}: {
  referenceList: ReferenceList
  row: ReferenceItem | undefined
  onDone(): void
}) {
  const { t } = useTranslation(['management', 'common'])
  const { label } = useReferenceLabels(referenceList)
  const readNow = useFetchNow()
  const saveConfirmed = useUnfitQuestion()
  const [create] = referenceList.useCreate()
  const [update] = referenceList.useUpdate()
  const meterType = useMeterTypeCheck(row)
  const isMeterType = referenceList.key === 'meterTypes'
  const save = (values: ReferenceDraft, version: number | undefined) =>
    row === undefined || version === undefined
      ? create({ body: draftFrom(referenceList, values) }).unwrap()
      : saveConfirmed((confirmed) =>
          update({
            params: { id: row.id },
            body: { ...draftFrom(referenceList, values), version, ...confirmed },
          }).unwrap(),
        )
  return (
    <EntityForm<ReferenceDraft>
      initial={valuesOf(referenceList, row)}
      {...(row === undefined ? {} : { version: row.version })}
      onCancel={onDone}
      onSaved={onDone}
      submitLabel={row === undefined ? t('common:create') : t('common:save')}
      {...(isMeterType && { beforeSave: meterType.beforeSave })}
      onSave={async (values, version) => {
        const saved = await save(values, version)
        if (isMeterType) meterType.offerUndo(saved)
      }}
      refusals={{ valuesAffected: t('unfit.left') }}
      fetchCurrent={async () => {
        const now = await referenceList.readRow(readNow, row?.id ?? 0)
        return now && { values: valuesOf(referenceList, now), version: now.version }
      }}
      describe={describer(referenceList, label, t)}
    >
      <Form.Item
        name="name"
        label={t('common:name')}
        rules={[
          { required: true, whitespace: true, message: t('common:required') },
          { max: 200, message: t('common:tooLong', { max: 200 }) },
        ]}
        extra={<NamesakesOfForm kind={referenceList.entity} exceptId={row?.id} />}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <ReferenceFields
        referenceList={referenceList}
        hasSecret={row?.['hasSecret'] === true}
        hasMore={row?.['hasMore'] === true}
      />
      {referenceList.key === 'apiHooks' && row !== undefined && <HookSecret id={row.id} />}
    </EntityForm>
  )
}

function describer(
  referenceList: ReferenceList,
  label: (field: ReferenceField) => string,
  t: Translate<['management', 'common']>,
) {
  return (values: ReferenceDraft): FieldsInWords<ReferenceDraft> => ({
    name: { label: t('common:name'), value: values.name },
    ...Object.fromEntries(
      referenceList.fields.map((field) => [
        field.name,
        { label: label(field), value: inWords(field, values[field.name], t) },
      ]),
    ),
  })
}

function inWords(
  field: ReferenceField,
  value: unknown,
  t: Translate<['management', 'common']>,
): ReactNode {
  if (field.kind === 'colour' && typeof value === 'string')
    return <ColourTag colour={value as 'blue'}>{t(`common:colour_${value as 'blue'}`)}</ColourTag>
  if (field.kind === 'flag') return value === true ? t('common:yes') : t('common:no')
  if (field.kind === 'failureCodes' && Array.isArray(value))
    return value.map((code: { name: string }) => code.name).join(', ')
  if (field.kind === 'states' && Array.isArray(value))
    return value.map((state: { name: string }) => state.name).join(', ')
  if (field.kind === 'targets' && Array.isArray(value))
    return <TargetLines targets={value as TicketTarget[]} />
  return Array.isArray(value) ? (
    value.join(', ')
  ) : typeof value === 'string' || typeof value === 'number' ? (
    <bdi>{value}</bdi>
  ) : null
}
