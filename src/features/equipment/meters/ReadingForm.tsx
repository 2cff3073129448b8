/** A reading by hand. If it contradicts its neighbours, the form asks why. */
import { Form, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { MeterRow } from '#contract/meters/meters.ts'
import { LARGEST_METER_VALUE } from '#contract/meters/meterSources.ts'
import { isApiFailure } from '#api/http.ts'
import { serverNow } from '#api/serverClock.ts'
import { meterCalls } from '#entities/calls/meters.ts'
import { useClientKey } from '#lib/clientKey.ts'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { instantOf } from '#contract/timeZones/wallTime.ts'
import { useFormat } from '#lib/format.tsx'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { useAmountText } from './useAmountText.ts'
import styles from './meters.module.css'

export const reasons = ['reset', 'replaced', 'rolledOver'] as const
type Kind = 'read' | (typeof reasons)[number]

export interface Reading {
  value: number | null
  /** Minute in the company's time zone; empty for now. */
  at: string
  kind: Kind
  startsAt: number | null
  endsAt: number | null
}

export const sentOf = ({ value, kind, startsAt, endsAt }: Reading) => ({
  value: value ?? 0,
  kind,
  startsAt: kind === 'reset' || kind === 'replaced' ? startsAt : null,
  endsAt: kind === 'replaced' ? endsAt : null,
})

const codeOf = (failure: unknown): string | undefined =>
  isApiFailure(failure) ? failure.errors[0]?.code : undefined

export function ReadingForm({ meter, onDone }: { meter: MeterRow; onDone(): void }) {
  const { t } = useTranslation(['meters', 'common'])
  const { timeZone } = useFormat()
  const amount = useAmountText()
  const dispatch = useDispatch()
  const [add] = meterCalls.useAddMeterReadingMutation()
  const order = useClientKey()
  const [isAsking, setIsAsking] = useState(false)
  const { unit } = meter.type
  return (
    <div className={styles.form}>
      <EntityForm<Reading>
        initial={{ value: null, at: '', kind: 'read', startsAt: null, endsAt: null }}
        submitLabel={t('addReading')}
        onCancel={onDone}
        onSaved={onDone}
        refusals={{
          belowLast: t('belowLast', { value: amount(meter.value ?? 0, unit) }),
          aboveNext: t('aboveNext'),
          beforeEquipment: t('beforeEquipment'),
        }}
        onSave={async (values) => {
          const body = {
            ...sentOf(values),
            at:
              values.at === ''
                ? serverNow().toISOString()
                : new Date(instantOf(Date.parse(`${values.at}:00Z`), timeZone)).toISOString(),
          }
          try {
            // The key stays while the reading is the same, however often it is sent.
            const { at: _at, ...said } = body
            const { isTimeCorrected } = await add({
              params: { id: meter.id },
              body: { ...body, clientKey: order.keyOf({ ...said, at: values.at }) },
            }).unwrap()
            if (isTimeCorrected)
              dispatch(toastAdded({ level: 'warning', message: t('timeCorrected'), duration: 8 }))
          } catch (failure) {
            if (codeOf(failure) === 'belowLast') setIsAsking(true)
            throw failure
          }
          order.done()
        }}
      >
        <ValueField meter={meter} />
        {isAsking && <WhyFields rollsOver={meter.type.rollsOverAt !== null} unit={unit} />}
        <Form.Item name="at" label={t('at')} extra={t('atHint')}>
          <MomentField kind="minute" />
        </Form.Item>
      </EntityForm>
    </div>
  )
}

export function WhyFields({ rollsOver, unit }: { rollsOver: boolean; unit: string }) {
  const { t } = useTranslation('meters')
  const kind = Form.useWatch<Kind | undefined>('kind') ?? 'read'
  const choices = (['read', ...reasons] as const).filter((one) => rollsOver || one !== 'rolledOver')
  const number = (
    <NumberInput
      min={0}
      max={LARGEST_METER_VALUE}
      inputMode="decimal"
      suffix={unit}
      style={{ inlineSize: 220 }}
    />
  )
  const begin = useRef<HTMLDivElement>(null)
  // On a phone the question would open below the edge of the screen.
  useEffect(() => begin.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <>
      <div ref={begin} />
      <Form.Item name="kind" label={t('why')}>
        <Radio.Group
          className={styles.why}
          options={choices.map((one) => ({ value: one, label: t(`whyKind.${one}`) }))}
        />
      </Form.Item>
      {kind === 'replaced' && (
        <Form.Item name="endsAt" label={t('endsAt')} extra={t('endsAtHint')}>
          {number}
        </Form.Item>
      )}
      {(kind === 'replaced' || kind === 'reset') && (
        <Form.Item name="startsAt" label={t('startsAt')} extra={t('startsAtHint')}>
          {number}
        </Form.Item>
      )}
    </>
  )
}

export function ValueField({ meter, isFixed = false }: { meter: MeterRow; isFixed?: boolean }) {
  const { t } = useTranslation(['meters', 'common'])
  return (
    <Form.Item
      name="value"
      label={t('value')}
      rules={[{ required: true, message: t('common:required') }]}
    >
      <NumberInput
        min={0}
        max={meter.type.rollsOverAt ?? LARGEST_METER_VALUE}
        inputMode="decimal"
        suffix={meter.type.unit}
        disabled={isFixed}
        style={{ inlineSize: 220 }}
      />
    </Form.Item>
  )
}
