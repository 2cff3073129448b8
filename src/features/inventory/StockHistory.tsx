import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StockMovement } from '#contract/inventory.ts'
import { AMOUNT_DECIMALS } from '#contract/rules/stock.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import { When } from '#ui/page/marks.tsx'
import { PendingState } from '#ui/feedback/states.tsx'
import { stockCalls } from '#entities/inventory/stockCalls.ts'
import { useStockMovedNotice } from './useStockMovedNotice.ts'
import { useStockWords } from './useStockWords.tsx'
import styles from './inventory.module.css'

const SIZE = 20

export function StockHistory({ id, unit }: { id: number; unit: string }) {
  const { t } = useTranslation('inventory')
  const [page, setPage] = useState(1)
  const mayWrite = useMay('editor|equipment')
  const { isBusy, takeBack } = useStockMovedNotice()
  const query = stockCalls.useListStockMovementsQuery({
    params: { id },
    body: { limit: SIZE, offset: (page - 1) * SIZE },
  })
  const data = answerToShow(query)
  if (data === undefined)
    return <PendingState failure={query.error} onRetry={() => void query.refetch()} />
  if (data.rows.length === 0) return <p className="quiet">{t('noHistory')}</p>
  return (
    <>
      <ul className={styles.lines}>
        {data.rows.map((movement) => (
          <li key={movement.id}>
            <Line movement={movement} unit={unit} />
            {mayWrite && movement.mayBeUndone && (
              <Button
                size="small"
                type="link"
                loading={isBusy}
                aria-label={t('undoOf', { what: t(`kind.${movement.kind}`) })}
                onClick={() => void takeBack(movement.id)}
              >
                {t('undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.count > SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={SIZE}
          total={data.count}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  )
}

function Line({ movement, unit }: { movement: StockMovement; unit: string }) {
  const { t } = useTranslation('inventory')
  const format = useFormat()
  const words = useStockWords()
  const { amount, after, kind, lot, reason, by, at, otherPlace, procedureLogId, ticketId } =
    movement
  const signed = format.number(amount, {
    signDisplay: 'exceptZero',
    maximumFractionDigits: AMOUNT_DECIMALS,
  })
  return (
    <span>
      <span className={movement.isUndone ? styles.undone : undefined}>
        {t(`kind.${kind}`)}{' '}
        <bdi className="numbers">
          {signed} {unit}
        </bdi>
        {otherPlace !== null && (
          <> {t(amount > 0 ? 'movedFrom' : 'movedTo', { place: otherPlace.name })}</>
        )}
      </span>
      <span className="quiet">
        {t('after', { amount: words.amount(after, unit) })}
        {lot.name !== '' && (
          <>
            {' '}
            · <bdi>{lot.name}</bdi>
          </>
        )}
        {reason !== null && (
          <>
            {' '}
            · <bdi>{reason}</bdi>
          </>
        )}
        {movement.isUndoing && <> · {t('undoing')}</>}
        {movement.isUndone && <> · {t('undone')}</>}
      </span>
      <span className="quiet">
        <When at={at} as="dateTime" />
        {by !== null && (
          <>
            {' '}
            · <bdi>{by}</bdi>
          </>
        )}
        {ticketId !== null && (
          <>
            {' '}
            ·{' '}
            <Link to={pathTo('ticket', { ticketId })}>
              {t('toTicket', { id: String(ticketId) })}
            </Link>
          </>
        )}
        {procedureLogId !== null && (
          <>
            {' '}
            · <Link to={pathTo('procedureLog', { procedureLogId })}>{t('toLog')}</Link>
          </>
        )}
      </span>
    </span>
  )
}
