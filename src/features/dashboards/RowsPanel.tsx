import { DownloadOutlined } from '@ant-design/icons'
import { Button, Pagination, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { detailParts, type DetailPart } from '#contract/dashboards/dashboardItems.ts'
import type { CardView } from '#contract/dashboards/dashboards.ts'
import { fetchAllPages } from '#api/fetchAllPages.ts'
import { DetailRows } from '#entities/insight/DetailRows.tsx'
import { useFormat } from '#lib/format.tsx'
import { csvFile, fileName } from '#ui/charts/exportChart.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useDownload } from '#ui/list/useDownload.ts'
import { momentOf, type BoardState } from './boardAddress.ts'
import { dashboardCalls, itemCalls } from './calls.ts'
import { useFigure } from './cards/useFigure.ts'
import { usePeriodLabels } from './usePeriodLabels.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './board.module.css'
import cardsStyles from './cards/cards.module.css'

const SIZE = 50

interface Props {
  card: CardView
  dashboardId: number
  state: BoardState
  onChange(patch: Partial<BoardState>): void
  onClose(): void
}

export function RowsPanel({ card, dashboardId, state, onChange, onClose }: Props) {
  const { t } = useTranslation(['dashboards', 'common'])
  const format = useFormat()
  const words = usePeriodLabels()
  const figure = useFigure(card.type)
  const moment = {
    ...momentOf(state),
    ...(state.cardAt === '' ? {} : momentOf({ range: 'own', at: state.cardAt })),
  }
  const params = { id: dashboardId, itemId: card.id, ...moment, part: state.tab }
  const query = dashboardCalls.useListCardDetailsQuery({
    params: { ...params, limit: SIZE, offset: (state.page - 1) * SIZE },
  })
  const { error, isFetching, refetch } = query
  const data = answerToShow(query)
  const { data: number } = itemCalls.useGetCardQuery({
    params: { id: card.id, dashboardId, ...moment },
  })
  const [fetchRows] = dashboardCalls.useLazyListCardDetailsQuery()
  const { isBusy, save } = useDownload()
  const handleExport = () =>
    save(fileName(card.name, 'csv'), async () => {
      // Hidden rows are counted but never sent.
      const found = await fetchAllPages(async (page) => {
        const { count, beyondRights, rows } = await fetchRows({
          params: { ...params, ...page },
        }).unwrap()
        return { count: count - beyondRights, rows }
      })
      return csvFile(
        [
          t('csv.id'),
          t('csv.name'),
          t('csv.place'),
          t('csv.at', { zone: format.timeZone }),
          t('csv.score'),
          t('csv.state'),
        ],
        found.map((row) => [
          row.id,
          row.name,
          row.place,
          format.sortable(row.at),
          row.score,
          t(`part.${row.state}`),
        ]),
      )
    })
  // Late work is separate; an address with both shows both.
  const parts =
    card.type === 'averageScore'
      ? []
      : detailParts.filter((part) => part !== 'done' || state.tab === 'done')
  return (
    <DetailPanel
      title={<bdi>{card.name}</bdi>}
      over={
        number === undefined
          ? t(`type.${card.type}`)
          : `${t(`type.${card.type}`)} · ${words.long(number.range, number)}`
      }
      onClose={onClose}
      under={
        data === undefined ? undefined : (
          <span>
            {t('rowsSay', {
              rows: format.number(data.count),
              value: data.value === null ? '–' : figure(data.value),
            })}
          </span>
        )
      }
      actions={
        <Button
          icon={<DownloadOutlined aria-hidden />}
          loading={isBusy}
          onClick={() => void handleExport()}
        >
          CSV
        </Button>
      }
    >
      {parts.length > 0 && (
        <Segmented<DetailPart>
          className={styles.rowsParts}
          aria-label={t('whichRows')}
          value={state.tab}
          onChange={(part) => onChange({ tab: part, page: 1 })}
          options={parts.map((part) => ({ value: part, label: t(`part.${part}`) }))}
        />
      )}
      {data === undefined ? (
        error === undefined ? (
          <LoadingState rows={8} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div aria-busy={isFetching}>
          {data.rows.length === 0 && <p className="quiet">{t('noRows')}</p>}
          <DetailRows rows={data.rows} />
          {data.beyondRights > 0 && (
            <p className={cardsStyles.numberCut}>
              {t('rowsCut', { number: format.number(data.beyondRights) })}
            </p>
          )}
          {data.count - data.beyondRights > SIZE && (
            <Pagination
              className={styles.rowsPages}
              size="small"
              current={state.page}
              pageSize={SIZE}
              total={data.count - data.beyondRights}
              showSizeChanger={false}
              onChange={(page) => onChange({ page })}
            />
          )}
        </div>
      )}
    </DetailPanel>
  )
}
