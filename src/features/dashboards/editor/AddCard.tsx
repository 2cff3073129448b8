import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { DashboardItem } from '#contract/dashboards/dashboardItems.ts'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { directionOf } from '#lib/i18n/languages.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { SearchField } from '#ui/list/SearchField.tsx'
import { Remaining } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { itemCalls } from '../calls.ts'
import { CardForm } from '../cards/CardForm.tsx'
import { blankCard, valuesOf } from '../cards/cardValues.ts'
import { cardInserted } from '../dashboardsSlice.ts'
import type { Chapter } from '../draft.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './editor.module.css'
import boardStyles from '../board.module.css'
import { Sheet } from '#ui/panel/Sheet.tsx'

export function AddCard({
  chapter,
  chapters,
  onClose,
}: {
  chapter: number
  chapters: readonly Chapter[]
  onClose(): void
}) {
  const { t } = useTranslation('dashboards')
  const dispatch = useDispatch()
  const isPhone = useIsPhone()
  const [way, setWay] = useState<'new' | 'existing'>('new')
  // antd's drawer knows sides, not ends.
  const side = directionOf(currentLanguage()) === 'rtl' ? 'left' : 'right'
  function hang(item: DashboardItem): void {
    const { name, type, range, filters } = valuesOf(item)
    dispatch(
      cardInserted({
        place: { chapter, index: chapters[chapter]?.items.length ?? 0 },
        card: { id: item.id, name, type, range, data: { filters } },
      }),
    )
    onClose()
  }
  return (
    <Sheet
      open
      title={t('addCardTo', { name: chapters[chapter]?.title ?? '' })}
      onClose={onClose}
      placement={isPhone ? 'bottom' : side}
      size={isPhone ? '90%' : 520}
    >
      <Segmented
        block
        className={styles.addWay}
        aria-label={t('addCard')}
        value={way}
        onChange={setWay}
        options={[
          { value: 'new' as const, label: t('wayNew') },
          { value: 'existing' as const, label: t('wayExisting') },
        ]}
      />
      {way === 'new' ? (
        <CardForm initial={blankCard} onSaved={hang} onCancel={onClose} />
      ) : (
        <Existing
          placedIds={chapters.flatMap(({ items }) => items.map(({ id }) => id))}
          onPick={hang}
        />
      )}
    </Sheet>
  )
}

function Existing({
  placedIds,
  onPick,
}: {
  placedIds: readonly number[]
  onPick(item: DashboardItem): void
}) {
  const { t } = useTranslation(['dashboards', 'common'])
  const [search, setSearch] = useState('')
  const query = itemCalls.useListDashboardItemsQuery({
    params: { limit: 50, ...(search === '' ? {} : { search }) },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  return (
    <>
      <SearchField value={search} onChange={setSearch} label={t('searchCards')} />
      {data === undefined ? (
        error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <ul className={boardStyles.sharers}>
          {data.rows.map((item) => (
            <li key={item.id}>
              <span>
                <bdi>{item.name}</bdi>{' '}
                <span className="quiet">
                  {t(`type.${item.type}`)} · {t(`range.${item.range}`)}
                </span>
              </span>
              <Button
                size="small"
                disabled={placedIds.includes(item.id)}
                onClick={() => onPick(item)}
                aria-label={`${t('common:add')}: ${item.name}`}
              >
                {t('common:add')}
              </Button>
            </li>
          ))}
          {data.count > data.rows.length && (
            <li>
              <Remaining count={data.count - data.rows.length} />
            </li>
          )}
        </ul>
      )}
    </>
  )
}
