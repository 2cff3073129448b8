import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailRows } from '#entities/insight/DetailRows.tsx'
import { useDebounced } from '#lib/useDebounced.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { itemCalls } from '../calls.ts'
import { CardFace } from './CardFace.tsx'
import type { CardValues } from './cardValues.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './cards.module.css'
import boardStyles from '../board.module.css'

export function CardPreview({ values: { name, type, range, filters } }: { values: CardValues }) {
  const { t } = useTranslation('dashboards')
  const [isOpen, setIsOpen] = useState(false)
  const asked = useDebounced(JSON.stringify({ type, range, data: { filters: filters ?? [] } }), 300)
  const body = JSON.parse(asked) as {
    type: CardValues['type']
    range: CardValues['range']
    data: { filters: CardValues['filters'] }
  }
  const query = itemCalls.usePreviewCardQuery({ body })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  const rows = itemCalls.useListCardDraftDetailsQuery(
    { body: { ...body, limit: 20 } },
    { skip: !isOpen },
  )
  const title = name?.trim() ? name : t('preview')
  return (
    <section className={styles.cardPreview} aria-label={t('preview')}>
      <p className={boardStyles.fieldLabel}>{t('preview')}</p>
      <article className={`${styles.numberCard} print-unbroken`} aria-busy={isFetching}>
        {data === undefined ? (
          error === undefined ? (
            <LoadingState rows={3} />
          ) : (
            <ErrorState failure={error} onRetry={() => void refetch()} />
          )
        ) : (
          <CardFace
            name={<bdi>{title}</bdi>}
            title={title}
            number={data}
            showHistory
            onOpen={() => setIsOpen(true)}
          />
        )}
      </article>
      {data !== undefined && (
        <Button type="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('hideRows') : t('showRows')}
        </Button>
      )}
      {isOpen && rows.data !== undefined && (
        <>
          <DetailRows rows={rows.data.rows} />
          <Remaining count={rows.data.count - rows.data.rows.length} />
        </>
      )}
    </section>
  )
}
