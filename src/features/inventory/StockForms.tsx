import { Form, Input, Select } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { StockDetail, StockRow } from '#contract/inventory.ts'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { InventoryItemPicker } from '#entities/pickers/wordPickers.tsx'
import { useClientKey } from '#lib/clientKey.ts'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { useUndoableToast } from '#ui/feedback/toaster/undo.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import type { Verb } from './address.ts'
import { stockCalls } from '#entities/inventory/stockCalls.ts'
import { useStockMovedNotice } from './useStockMovedNotice.ts'
import { useStockWords } from './useStockWords.tsx'

interface Props {
  detail: StockDetail
  onDone(): void
}
const SMALLEST = 0.000001
const LARGEST = 1e9

interface Received {
  itemId: number | null
  locationId: number | null
  amount: number | null
  lot: string
  expiresOn: string
  reason: string
}

export function ReceiveForm({
  stock,
  onDone,
  onCancel,
}: {
  stock?: StockRow
  onDone(id: number): void
  onCancel(): void
}) {
  const { t } = useTranslation(['inventory', 'common'])
  const words = useStockWords()
  const { tellMoved } = useStockMovedNotice()
  const madeId = useRef(0)
  const [receive] = stockCalls.useReceiveStockMutation()
  const order = useClientKey()
  const required = { required: true, message: t('common:required') }
  return (
    <EntityForm<Received>
      initial={{
        itemId: stock?.item.id ?? null,
        locationId: stock?.location.id ?? null,
        amount: null,
        lot: '',
        expiresOn: '',
        reason: '',
      }}
      submitLabel={t('receive')}
      onCancel={onCancel}
      onSaved={() => onDone(madeId.current)}
      onSave={async ({ itemId, locationId, amount, lot, expiresOn, reason }) => {
        const body = {
          itemId: itemId ?? 0,
          locationId: locationId ?? 0,
          amount: amount ?? 0,
          lot,
          expiresOn: expiresOn === '' ? null : expiresOn,
          reason: reason.trim() === '' ? null : reason.trim(),
        }
        const made = await receive({ body: { ...body, clientKey: order.keyOf(body) } }).unwrap()
        order.done()
        const { item } = made.stock
        tellMoved(
          t('received', { amount: words.amount(amount ?? 0, item.unit), item: item.name }),
          made.movementId,
        )
        madeId.current = made.stock.id
      }}
    >
      {stock === undefined && (
        <>
          <Form.Item name="itemId" label={t('item')} rules={[required]}>
            <InventoryItemPicker />
          </Form.Item>
          <Form.Item name="locationId" label={t('place')} rules={[required]}>
            <LocationTreePicker />
          </Form.Item>
        </>
      )}
      <AmountField label={t('amount')} unit={stock?.item.unit} />
      <Form.Item name="lot" label={t('lot')} extra={t('lotHint')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="expiresOn" label={t('expiresOn')}>
        <MomentField kind="day" />
      </Form.Item>
      <Form.Item name="reason" label={t('note')}>
        <Input maxLength={500} />
      </Form.Item>
    </EntityForm>
  )
}

export function StockVerbForm({ verb, ...props }: Props & { verb: Verb }) {
  if (verb === 'receive')
    return (
      <ReceiveForm stock={props.detail} onDone={() => props.onDone()} onCancel={props.onDone} />
    )
  if (verb === 'minimum') return <MinimumForm {...props} />
  return <LotForm {...props} verb={verb} />
}

function MinimumForm({ detail, onDone }: Props) {
  const { t } = useTranslation('inventory')
  const [keep] = stockCalls.useKeepStockMutation()
  const tell = useUndoableToast()
  const save = (minimum: number | null) =>
    keep({ body: { itemId: detail.item.id, locationId: detail.location.id, minimum } })
  return (
    <EntityForm<{ minimum: number | null }>
      initial={{ minimum: detail.minimum }}
      submitLabel={t('setMinimum')}
      onCancel={onDone}
      onSaved={onDone}
      onSave={async ({ minimum }) => {
        const { before } = await save(minimum).unwrap()
        tell(
          { level: 'success', message: t('minimumSet', { item: detail.item.name }) },
          () => void save(before),
        )
      }}
    >
      <Form.Item name="minimum" label={t('minimum')} extra={t('minimumHint')}>
        <NumberInput
          min={0}
          max={LARGEST}
          inputMode="decimal"
          style={{ inlineSize: 200 }}
          suffix={detail.item.unit}
        />
      </Form.Item>
    </EntityForm>
  )
}

interface OfLot {
  lotId: number | null
  amount: number | null
  locationId: number | null
  reason: string
}

function LotForm({ detail, verb, onDone }: Props & { verb: 'correct' | 'discard' | 'move' }) {
  const { t } = useTranslation(['inventory', 'common'])
  const words = useStockWords()
  const { tellMoved } = useStockMovedNotice()
  const [correct] = stockCalls.useCorrectStockMutation()
  const [discard] = stockCalls.useDiscardStockMutation()
  const [move] = stockCalls.useMoveStockMutation()
  const order = useClientKey()
  const required = { required: true, message: t('common:required') }
  const { item, lots } = detail
  const unlotted =
    verb === 'correct' && !lots.some(({ name, expiresOn }) => name === '' && !expiresOn)
  const offered = lots.filter(({ amount }) => verb === 'correct' || amount > 0)
  const [first] = offered
  const nameOf = ({ name, expiresOn, amount }: StockDetail['lots'][number]) =>
    [
      name === '' ? t('noLot') : name,
      ...(expiresOn === null ? [] : [words.day(expiresOn)]),
      words.amount(amount, item.unit),
    ].join(' · ')
  async function save({ lotId, amount, locationId, reason }: OfLot): Promise<void> {
    const params = { id: detail.id }
    const some = amount ?? 0
    const lot = lotId === 0 ? null : lotId
    const why = reason.trim()
    const said = { amount: words.amount(some, item.unit), item: item.name }
    if (verb === 'correct') {
      const made = await correct({
        params,
        body: { lotId: lot, amount: some, reason: why },
      }).unwrap()
      tellMoved(t('corrected', said), made.movementId)
    } else if (lot !== null && verb === 'discard') {
      const body = { lotId: lot, amount: some, reason: why }
      const made = await discard({
        params,
        body: { ...body, clientKey: order.keyOf(body) },
      }).unwrap()
      order.done()
      tellMoved(t('discarded', said), made.movementId)
    } else if (lot !== null) {
      const body = {
        lotId: lot,
        amount: some,
        locationId: locationId ?? 0,
        reason: why === '' ? null : why,
      }
      const made = await move({ params, body: { ...body, clientKey: order.keyOf(body) } }).unwrap()
      order.done()
      tellMoved(t('moved', said), made.movementId)
    }
  }
  return (
    <EntityForm<OfLot>
      initial={{
        lotId: first?.id ?? (unlotted ? 0 : null),
        amount: null,
        locationId: null,
        reason: '',
      }}
      submitLabel={t(verb)}
      onCancel={onDone}
      onSaved={onDone}
      onSave={save}
    >
      <Form.Item name="lotId" label={t('lot')} rules={[required]}>
        <Select
          options={[
            ...offered.map((lot) => ({ value: Number(lot.id), label: nameOf(lot) })),
            ...(unlotted ? [{ value: 0, label: t('noLot') }] : []),
          ]}
        />
      </Form.Item>
      <AmountField
        label={verb === 'correct' ? t('counted') : t('amount')}
        unit={item.unit}
        {...(verb === 'correct' ? { least: 0 } : {})}
      />
      {verb === 'move' && (
        <Form.Item name="locationId" label={t('to')} rules={[required]}>
          <LocationTreePicker />
        </Form.Item>
      )}
      <Form.Item
        name="reason"
        label={verb === 'move' ? t('note') : t('reason')}
        rules={verb === 'move' ? [] : [{ ...required, whitespace: true }]}
      >
        <Input maxLength={500} />
      </Form.Item>
    </EntityForm>
  )
}

function AmountField({
  label,
  unit,
  least = SMALLEST,
}: {
  label: string
  unit?: string | undefined
  least?: number
}) {
  const { t } = useTranslation('common')
  return (
    <Form.Item name="amount" label={label} rules={[{ required: true, message: t('required') }]}>
      <NumberInput
        min={least}
        max={LARGEST}
        inputMode="decimal"
        style={{ inlineSize: 200 }}
        suffix={unit}
      />
    </Form.Item>
  )
}
