import { Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { calendarDay } from '#contract/formatters.ts'
import { MAX_ENTRY_MINUTES } from '#contract/rules/workTime.ts'
import type { WorkEntry } from '#contract/ticketWork/ticketWork.ts'
import { serverNow } from '#api/serverClock.ts'
import { ticketWorkApi } from '#entities/tickets/ticketWorkApi.ts'
import { useClientKey } from '#lib/clientKey.ts'
import { useFormat } from '#lib/format.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import styles from './work.module.css'

interface Span {
  hours: number | null
  minutes: number | null
}
const minutesOf = ({ hours, minutes }: Span): number => (hours ?? 0) * 60 + (minutes ?? 0)

/** Hours and minutes of one entry, which lasts a day at most. */
function SpanFields({ isNeeded }: { isNeeded: boolean }) {
  const { t } = useTranslation(['ticketWork', 'common'])
  return (
    <div className={styles.span}>
      <Form.Item name="hours" label={t('hours')}>
        <NumberInput min={0} max={24} precision={0} inputMode="numeric" />
      </Form.Item>
      <Form.Item
        name="minutes"
        label={t('minutes')}
        dependencies={['hours']}
        rules={[
          ({ getFieldsValue }) => ({
            validator: () => {
              const total = minutesOf(getFieldsValue(['hours', 'minutes']) as Span)
              if (total > MAX_ENTRY_MINUTES) return Promise.reject(new Error(t('atMostADay')))
              return isNeeded && total === 0
                ? Promise.reject(new Error(t('common:required')))
                : Promise.resolve()
            },
          }),
        ]}
      >
        <NumberInput min={0} max={59} precision={0} inputMode="numeric" />
      </Form.Item>
    </div>
  )
}

export function CorrectWork({ entry, onClose }: { entry: WorkEntry; onClose(): void }) {
  const { t } = useTranslation(['ticketWork', 'common'])
  const [correct] = ticketWorkApi.useCorrectWorkMutation()
  return (
    <Dialog open title={t('correctTitle')} footer={null} onCancel={onClose} destroyOnHidden>
      <EntityForm<Span & { note: string }>
        initial={{
          hours: Math.floor(entry.minutes / 60),
          minutes: entry.minutes % 60,
          note: '',
        }}
        version={entry.version}
        submitLabel={t('common:save')}
        onCancel={onClose}
        onSaved={onClose}
        onSave={({ note, ...span }, version = entry.version) =>
          correct({
            params: { id: entry.id },
            body: { minutes: minutesOf(span), note: note.trim(), version },
          }).unwrap()
        }
      >
        <SpanFields isNeeded={false} />
        <Form.Item
          name="note"
          label={t('why')}
          rules={[{ required: true, whitespace: true, message: t('common:required') }]}
        >
          <Input dir="auto" maxLength={500} />
        </Form.Item>
      </EntityForm>
    </Dialog>
  )
}

export function AddWork({ ticketId, onClose }: { ticketId: number; onClose(): void }) {
  const { t } = useTranslation(['ticketWork', 'common'])
  const [add] = ticketWorkApi.useAddWorkMutation()
  const order = useClientKey()
  const { timeZone } = useFormat()
  const [today] = useState(() => calendarDay(serverNow(), timeZone))
  return (
    <Dialog open title={t('add')} footer={null} onCancel={onClose} destroyOnHidden>
      <EntityForm<Span & { day: string; note: string }>
        initial={{ day: today, hours: null, minutes: null, note: '' }}
        submitLabel={t('common:save')}
        onCancel={onClose}
        onSaved={onClose}
        onSave={async ({ day, note, ...span }) => {
          const text = note.trim()
          const body = { day, minutes: minutesOf(span), note: text === '' ? null : text }
          await add({
            params: { id: ticketId },
            body: { ...body, clientKey: order.keyOf(body) },
          }).unwrap()
          order.done()
        }}
      >
        <Form.Item
          name="day"
          label={t('day')}
          rules={[{ required: true, message: t('common:required') }]}
        >
          <MomentField kind="day" latest={today} />
        </Form.Item>
        <SpanFields isNeeded />
        <Form.Item name="note" label={t('note')}>
          <Input dir="auto" maxLength={500} />
        </Form.Item>
      </EntityForm>
    </Dialog>
  )
}
