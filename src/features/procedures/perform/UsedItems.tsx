import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UsedItem } from '#contract/automation/facts.ts'
import { wordCalls } from '#entities/pickers/wordPickers.tsx'
import { useFormat } from '#lib/format.tsx'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import { foundBy } from '#ui/form/foundBy.ts'
import styles from './perform.module.css'

function InStock(props: { amount: number; unit: string | null; isShort: boolean }) {
  const { t } = useTranslation('procedures')
  const format = useFormat()
  return (
    <small className={props.isShort ? styles.performUsedShort : 'quiet'} role="status">
      {t(props.isShort ? 'perform.used.short' : 'perform.used.inStock', {
        amount: format.number(props.amount),
        unit: props.unit ?? '',
      })}
    </small>
  )
}

interface Props {
  procedureId: number
  used: readonly UsedItem[]
  onChange: (used: UsedItem[]) => void
}

/** Inventory items used up, and doses thrown away. Collapsed until the user adds one. */
export function UsedItems({ procedureId, used, onChange }: Props) {
  const { t } = useTranslation('procedures')
  const [isOpened, setIsOpened] = useState(false)
  const isShown = isOpened || used.length > 0
  const { data, isFetching } = wordCalls.useGetInventoriesQuery(
    { body: { procedureId } },
    { skip: !isShown },
  )
  if (!isShown)
    return (
      <Button
        className={styles.performUsedAdd}
        icon={<PlusOutlined aria-hidden />}
        onClick={() => setIsOpened(true)}
      >
        {t('perform.used.open')}
      </Button>
    )
  const rest = (data?.rows ?? []).filter(({ id }) => !used.some((line) => line.itemId === id))
  const change = (itemId: number, patch: Partial<UsedItem>) =>
    onChange(used.map((line) => (line.itemId === itemId ? { ...line, ...patch } : line)))
  return (
    <section
      className={`${styles.performCard} ${styles.performUsed}`}
      aria-label={t('perform.used.title')}
    >
      <h3>{t('perform.used.title')}</h3>
      {used.map((line) => {
        const item = data?.rows.find(({ id }) => id === line.itemId)
        const name = item?.name ?? '…'
        return (
          <div key={line.itemId} className={styles.performUsedLine}>
            <span className={styles.performUsedName}>
              <bdi>{name}</bdi>
              {item !== undefined && item.inStock !== null && (
                <InStock
                  amount={item.inStock}
                  unit={item.unit}
                  isShort={item.inStock < line.amount}
                />
              )}
            </span>
            <label>
              <span>
                {t('perform.used.amount')} <bdi>{item?.unit}</bdi>
              </span>
              <NeededNumber
                min={0}
                inputMode="decimal"
                aria-label={`${name}: ${t('perform.used.amount')}`}
                value={line.amount}
                onChange={(amount) => change(line.itemId, { amount })}
              />
            </label>
            {item?.hasDoses === true && (
              <label>
                <span>{t('perform.used.discarded')}</span>
                <NeededNumber
                  min={0}
                  precision={0}
                  aria-label={`${name}: ${t('perform.used.discarded')}`}
                  value={line.discardedDoses}
                  onChange={(discardedDoses) => change(line.itemId, { discardedDoses })}
                />
              </label>
            )}
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('perform.used.remove', { name })}
              onClick={() => onChange(used.filter((one) => one.itemId !== line.itemId))}
            />
          </div>
        )
      })}
      <Select<number | null>
        showSearch={{ filterOption: foundBy('label') }}
        aria-label={t('perform.used.add')}
        placeholder={t('perform.used.add')}
        value={null}
        loading={isFetching}
        disabled={data !== undefined && rest.length === 0}
        options={rest.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(itemId) => {
          if (itemId !== null) onChange([...used, { itemId, amount: 1, discardedDoses: 0 }])
        }}
      />
    </section>
  )
}
