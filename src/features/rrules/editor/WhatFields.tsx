import { Form, Segmented } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { FilterObjectEditor } from '#entities/filterObject/FilterObjectEditor.tsx'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { useFormat } from '#lib/format.tsx'
import { useDebounced } from '#lib/useDebounced.ts'
import { rruleDataOf, reachLists, type ScheduleValues } from './scheduleValues.ts'
import { ObjectsSummary } from '../ObjectsSummary.tsx'
import styles from './editor.module.css'

export function WhatFields() {
  const { t } = useTranslation(['schedules', 'common'])
  const form = Form.useFormInstance<ScheduleValues>()
  const procedureId = Form.useWatch('procedureId', form)
  const objects = Form.useWatch('objects', form) ?? 'equipment'
  const { data: procedure } = procedureCalls.useGetProcedureQuery(
    { params: { id: procedureId ?? 0 } },
    { skip: typeof procedureId !== 'number' },
  )
  const target = procedure?.target ?? 'either'
  const only =
    target === 'either'
      ? null
      : target === 'equipment'
        ? ('equipment' as const)
        : ('locations' as const)
  useEffect(() => {
    if (only !== null && objects !== only) form.setFieldValue('objects', only)
  }, [only, objects, form])
  return (
    <>
      <Form.Item
        name="procedureId"
        label={t('field.procedure')}
        rules={[{ required: true, message: t('common:required') }]}
      >
        <ProcedurePicker label={t('field.procedure')} />
      </Form.Item>
      {only !== null && <p className="quiet">{t(`onlyObjects.${only}`)}</p>}
      <Form.Item name="objects" label={t('field.objects')} hidden={only !== null}>
        <Segmented
          aria-label={t('field.objects')}
          options={(['equipment', 'locations'] as const).map((value) => ({
            value,
            label: t(`objects.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item name="rruleData" label={t('field.things')}>
        <Things objects={objects} />
      </Form.Item>
    </>
  )
}

interface ThingsProps {
  objects: ScheduleValues['objects']
  value?: FilterDraft
  onChange?(value: FilterDraft): void
}

function Things({ objects, value = {}, onChange }: ThingsProps) {
  return (
    <>
      <FilterObjectEditor
        value={value}
        keys={reachLists(objects)}
        onChange={(next) => onChange?.(next)}
      />
      <Taken things={value} objects={objects} />
    </>
  )
}

const NAMED = 4

function Taken({ things, objects }: { things: FilterDraft; objects: ScheduleValues['objects'] }) {
  const { t } = useTranslation('schedules')
  const format = useFormat()
  const asked = useDebounced(JSON.stringify({ things, objects }))
  const body = JSON.parse(asked) as { things: FilterDraft; objects: ScheduleValues['objects'] }
  const { data } = rruleCalls.useListIncludedEquipmentQuery({
    body: {
      rruleData: rruleDataOf(body.things, body.objects),
      objects: body.objects,
      limit: NAMED,
      sort: 'name',
    },
  })
  return (
    <p className={styles.taken} aria-live="polite">
      <ObjectsSummary things={things} objects={objects} />
      {data !== undefined && (
        <>
          {' · '}
          <strong>{t(`objectCount.${objects}`, { count: data.count })}</strong>
          {data.count > 0 && (
            <span className="quiet">
              {' '}
              {format.list(data.rows.map((row) => row.name))}
              {data.count > NAMED && '…'}
            </span>
          )}
        </>
      )}
    </p>
  )
}
