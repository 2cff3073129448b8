/** A reading by hand. If it contradicts its neighbours, the form asks why. */
import { Checkbox, Form, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { MeterRow } from '#contract/meters/meters.ts'
import { LARGEST_METER_VALUE } from '#contract/meters/meterSources.ts'
import { instantOf, wallAt } from '#contract/timeZones/wallTime.ts'
import type { ApiFailure } from '#api/http.ts'
import { failureNotice } from '#api/notices.ts'
import { serverNow } from '#api/serverClock.ts'
import { useClaims } from '#entities/session/useSession.ts'
import type { MeterReadingWork, UnsentReading } from '#entities/unsent/device.ts'
import { discardTicketWork, sendOff } from '#entities/unsent/ticketWork.ts'
import { useSendTicketWork } from '#entities/unsent/useTicketWork.ts'
import { useClientKey } from '#lib/clientKey.ts'
import { useFormat } from '#lib/format.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { MomentField } from '#ui/dates/MomentField.tsx'
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
  isSure: boolean
}

export const sentOf = ({ value, kind, startsAt, endsAt, isSure }: Reading) => ({
  value: value ?? 0,
  kind,
  startsAt: kind === 'reset' || kind === 'replaced' ? startsAt : null,
  endsAt: kind === 'replaced' ? endsAt : null,
  ...(isSure && { isSure }),
})

export const codeOf = ({ errors }: Pick<ApiFailure, 'errors'>): string | undefined =>
  errors[0]?.code

/** Refusals that the form words beside its fields. */
const worded = ['belowLast', 'aboveNext', 'farAbove', 'beforeEquipment'] as const
const AHEAD = 60_000

/** `refused`: a reading that waited on this device, and that the server refused. */
export function ReadingForm({
  meter,
  refused,
  onDone,
}: {
  meter: MeterRow
  refused?: UnsentReading
  onDone(): void
}) {
  const { t } = useTranslation(['meters', 'common'])
  const { timeZone } = useFormat()
  const amount = useAmountText()
  const submit = useSubmitReading(meter)
  const refusedFor = codeOf({ errors: [...(refused?.errors ?? [])] })
  const [isAsking, setIsAsking] = useState(refused !== undefined && refusedFor !== 'farAbove')
  const [isFar, setIsFar] = useState(refusedFor === 'farAbove')
  const { unit } = meter.type
  const before = refused?.work.reading
  const wallOf = (at: string) =>
    new Date(wallAt(Date.parse(at), timeZone)).toISOString().slice(0, 16)
  const initial: Reading =
    before === undefined
      ? { value: null, at: '', kind: 'read', startsAt: null, endsAt: null, isSure: false }
      : { ...before, at: wallOf(before.at), isSure: false }
  const instantIn = (at: string): string => {
    if (at === '') return serverNow().toISOString()
    // The seconds of a reading stay while its minute does.
    if (before !== undefined && at === initial.at) return before.at
    return new Date(instantOf(Date.parse(`${at}:00Z`), timeZone)).toISOString()
  }
  return (
    <div className={styles.form}>
      <EntityForm<Reading>
        initial={initial}
        submitLabel={t('addReading')}
        onCancel={onDone}
        onSaved={onDone}
        refusals={{
          belowLast: t('belowLast', { value: amount(meter.value ?? 0, unit) }),
          aboveNext: t('aboveNext'),
          farAbove: t('farAbove'),
          beforeEquipment: t('beforeEquipment'),
        }}
        onSave={async (values) => {
          const failure = await submit(
            { ...sentOf(values), at: instantIn(values.at) },
            { ...sentOf(values), at: values.at },
          )
          if (failure === null) {
            if (refused !== undefined) await discardTicketWork(refused)
            return
          }
          if (codeOf(failure) === 'belowLast') setIsAsking(true)
          if (codeOf(failure) === 'farAbove') setIsFar(true)
          throw failure
        }}
      >
        <ValueField meter={meter} />
        {isFar && <SureField />}
        {isAsking && <WhyFields rollsOver={meter.type.rollsOverAt !== null} unit={unit} />}
        <Form.Item name="at" label={t('at')} extra={t('atHint')}>
          <MomentField kind="minute" />
        </Form.Item>
      </EntityForm>
    </div>
  )
}

/** Sends a reading at once, or when the network returns. Returns the failure if it was refused. */
function useSubmitReading({ id, equipment, type }: MeterRow) {
  const { t } = useTranslation('meters')
  const dispatch = useDispatch()
  const send = useSendTicketWork()
  const claims = useClaims()
  const order = useClientKey()
  return async (
    reading: MeterReadingWork['reading'],
    typed: object,
  ): Promise<ApiFailure | null> => {
    const sent = await sendOff(
      {
        companyId: claims?.companyId ?? 0,
        userId: claims?.userId ?? 0,
        title: `${equipment.name} · ${type.name}`,
        work: {
          kind: 'reading',
          meterId: id,
          equipmentId: equipment.id,
          unit: type.unit,
          reading,
        },
        // The key stays while the reading is the same, however often it is sent.
        clientKey: order.keyOf(typed),
      },
      send,
    )
    if (sent.kind === 'refused') {
      const isWorded = worded.some((code) => code === codeOf(sent.failure))
      const notice = isWorded ? null : failureNotice(sent.failure, {})
      if (notice !== null) dispatch(toastAdded(notice))
      return sent.failure
    }
    order.done()
    const isAhead = Date.parse(reading.at) > serverNow().getTime() + AHEAD
    if (sent.kind === 'waiting') dispatch(toastAdded({ message: t('waits') }))
    else if (isAhead)
      dispatch(toastAdded({ level: 'warning', message: t('timeCorrected'), duration: 8 }))
    else dispatch(toastAdded({ level: 'success', message: t('readingSaved') }))
    return null
  }
}

export function SureField() {
  const { t } = useTranslation('meters')
  return (
    <Form.Item name="isSure" valuePropName="checked">
      <Checkbox>{t('isSure')}</Checkbox>
    </Form.Item>
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
  useEffect(() => {
    // Browsers may return a promise, which an effect must not return.
    begin.current?.scrollIntoView({ block: 'center' })
  }, [])
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
