import type { ReactNode } from 'react'
import type { DetailPart } from '#contract/dashboards/dashboardItems.ts'
import type { CardView } from '#contract/dashboards/dashboards.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { momentOf, type BoardState } from '../boardAddress.ts'
import { itemCalls } from '../calls.ts'
import { CardFace } from './CardFace.tsx'
import styles from './cards.module.css'
import { answerToShow } from '#ui/list/listQuery.ts'

interface BoardCardProps {
  card: CardView
  dashboardId: number
  moment: Pick<BoardState, 'range' | 'at'>
  isCurrent: boolean
  onOpen(part: DetailPart, at?: string): void
  menu?: ReactNode
}

export function BoardCard({ card, dashboardId, moment, isCurrent, onOpen, menu }: BoardCardProps) {
  const query = itemCalls.useGetCardQuery({
    params: { id: card.id, dashboardId, ...momentOf(moment) },
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  return (
    <article
      className={`${styles.numberCard} print-unbroken`}
      aria-label={card.name}
      aria-busy={isFetching}
      data-current={isCurrent}
    >
      {data === undefined ? (
        <>
          <h3>
            <bdi>{card.name}</bdi>
          </h3>
          {error === undefined ? (
            <LoadingState rows={3} />
          ) : (
            <ErrorState failure={error} onRetry={() => void refetch()} />
          )}
        </>
      ) : (
        <CardFace
          name={<bdi>{card.name}</bdi>}
          title={card.name}
          number={data}
          showHistory={card.showHistory}
          onOpen={onOpen}
          menu={menu}
        />
      )}
    </article>
  )
}
