import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StockRow } from '#contract/inventory.ts'
import { AMOUNT_DECIMALS } from '#contract/rules/stock.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import type { TicketWorkAnswer, UsedPart } from '#contract/ticketWork/ticketWork.ts'
import { stockCalls } from '#entities/inventory/stockCalls.ts'
import { Picker, optionsOf, type UseOptions } from '#entities/pickers/Picker.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { ticketWorkApi } from '#entities/tickets/ticketWorkApi.ts'
import { useClientKey } from '#lib/clientKey.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useUndoableToast } from '#ui/feedback/toaster/undo.ts'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Section } from '#ui/page/Page.tsx'
import { When } from '#ui/page/marks.tsx'
import styles from './work.module.css'

const OFFERED = 30
const SMALLEST = 0.000001
const LARGEST = 1e9

const useAmount = () => {
  const format = useFormat()
  return (amount: number, unit: string): string =>
    `${format.number(amount, { maximumFractionDigits: AMOUNT_DECIMALS })} ${unit}`
}

export function TicketParts({ work, ticket }: { work: TicketWorkAnswer; ticket: TicketDetail }) {
  const { t } = useTranslation('ticketWork')
  const mayUse = useMay('editor|tickets') && ticket.mergedIntoId === null
  const [isAsking, setIsAsking] = useState(false)
  const [undo, { isLoading }] = ticketWorkApi.useUndoPartMutation()
  if (work.parts.length === 0 && !mayUse) return null
  return (
    <Section title={t('parts')}>
      {work.parts.length === 0 ? (
        <p className="quiet">{t('noParts')}</p>
      ) : (
        <ul className={styles.lines}>
          {work.parts.map((part) => (
            <li key={part.movementId}>
              <Part part={part} />
              {mayUse && part.stock !== null && (
                <Button
                  size="small"
                  type="link"
                  disabled={isLoading}
                  aria-label={t('putBackOf', { item: part.item.name })}
                  onClick={() =>
                    void undo({ params: { id: ticket.id, movementId: part.movementId } })
                  }
                >
                  {t('putBack')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayUse && (
        <p className={styles.actions}>
          <Button size="small" onClick={() => setIsAsking(true)}>
            {t('usePart')}
          </Button>
        </p>
      )}
      {isAsking && <UsePart ticketId={ticket.id} onClose={() => setIsAsking(false)} />}
    </Section>
  )
}

function Part({ part: { item, amount, stock, after, at, by } }: { part: UsedPart }) {
  const { t } = useTranslation('ticketWork')
  const write = useAmount()
  return (
    <span className={styles.words}>
      <span>
        <strong>
          <bdi className="numbers">{write(amount, item.unit)}</bdi>
        </strong>
        {' · '}
        {stock === null ? (
          <bdi>{item.name}</bdi>
        ) : (
          <Link to={pathTo('inventory', {}, { id: stock.id })}>
            <bdi>{item.name}</bdi>
          </Link>
        )}
      </span>
      <span className="quiet">
        {stock !== null && (
          <>
            <bdi>{stock.location}</bdi>
            {' · '}
          </>
        )}
        <When at={at} as="dateTime" />
        {by !== null && (
          <>
            {' · '}
            <bdi>{by}</bdi>
          </>
        )}
        {after !== null && after < 0 && (
          <>
            {' · '}
            {t('isBelow')}
          </>
        )}
      </span>
    </span>
  )
}

interface Values {
  stockId: number | null
  amount: number | null
}

function UsePart({ ticketId, onClose }: { ticketId: number; onClose(): void }) {
  const { t } = useTranslation(['ticketWork', 'common'])
  const write = useAmount()
  const tell = useUndoableToast()
  const order = useClientKey()
  const [use] = ticketWorkApi.useUsePartMutation()
  const [undo] = ticketWorkApi.useUndoPartMutation()
  const required = { required: true, message: t('common:required') }
  return (
    <Dialog open title={t('usePart')} footer={null} onCancel={onClose} destroyOnHidden>
      <EntityForm<Values>
        initial={{ stockId: null, amount: null }}
        submitLabel={t('use')}
        onCancel={onClose}
        onSaved={onClose}
        onSave={async ({ stockId, amount }) => {
          const body = { stockId: stockId ?? 0, amount: amount ?? 0 }
          const { parts } = await use({
            params: { id: ticketId },
            body: { ...body, clientKey: order.keyOf(body) },
          }).unwrap()
          order.done()
          const [part] = parts
          if (part === undefined) return
          const said = { item: part.item.name, amount: write(part.amount, part.item.unit) }
          tell(
            { level: 'success', message: t('used', said) },
            () => void undo({ params: { id: ticketId, movementId: part.movementId } }),
          )
        }}
      >
        <Form.Item name="stockId" label={t('stock')} rules={[required]}>
          <StockPicker />
        </Form.Item>
        <AmountItem />
      </EntityForm>
    </Dialog>
  )
}

function AmountItem() {
  const { t } = useTranslation(['ticketWork', 'common'])
  const write = useAmount()
  const form = Form.useFormInstance<Values>()
  const stockId = Form.useWatch('stockId', form) ?? null
  const amount = Form.useWatch('amount', form) ?? 0
  const { data } = stockCalls.useGetStockQuery(
    { params: { id: stockId ?? 0 } },
    { skip: stockId === null },
  )
  const stock = data?.id === stockId ? data : undefined
  return (
    <>
      <Form.Item
        name="amount"
        label={t('amount')}
        rules={[{ required: true, message: t('common:required') }]}
      >
        <NumberInput
          min={SMALLEST}
          max={LARGEST}
          inputMode="decimal"
          style={{ inlineSize: 200 }}
          suffix={stock?.item.unit}
        />
      </Form.Item>
      {stock !== undefined && amount > stock.amount && (
        <Alert
          type="warning"
          showIcon
          title={t('below', { amount: write(stock.amount, stock.item.unit) })}
        />
      )}
    </>
  )
}

function StockPicker(props: {
  id?: string
  value?: number | null
  onChange?: (id: number | null) => void
}) {
  const { t } = useTranslation('ticketWork')
  return (
    <Picker
      label={t('stock')}
      value={props.value ?? null}
      onChange={(id: number | null) => props.onChange?.(id)}
      useOptions={useStockOptions}
      {...(props.id === undefined ? {} : { id: props.id })}
    />
  )
}

const useStockOptions: UseOptions = (search, chosen, isWanted) => {
  const write = useAmount()
  const found = stockCalls.useListStockQuery(
    { body: { limit: OFFERED, sort: 'item', ...(search !== '' && { search }) } },
    { skip: !isWanted },
  )
  const [id] = chosen
  const named = stockCalls.useGetStockQuery({ params: { id: id ?? 0 } }, { skip: id === undefined })
  const offered = (rows: readonly StockRow[]) =>
    rows.map(({ id: value, item, location, amount }) => {
      const text = `${item.name} · ${location.name}`
      return {
        value,
        text,
        label: (
          <>
            <bdi>{item.name}</bdi> · <bdi>{location.name}</bdi>{' '}
            <span className="quiet">
              <bdi>{write(amount, item.unit)}</bdi>
            </span>
          </>
        ),
      }
    })
  return optionsOf(
    found,
    named.data === undefined ? found : { ...named, data: { count: 1, rows: [named.data] } },
    offered,
  )
}
