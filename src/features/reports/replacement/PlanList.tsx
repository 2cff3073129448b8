import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ReplacementDimension, ReplacementRow } from '#contract/replacement.ts'
import type { ReplacementBucket } from '#contract/rules/replacement.ts'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { useFormat } from '#lib/format.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import type { Paging } from '#ui/list/TableFoot.tsx'
import { replacementCalls } from './calls.ts'
import { HowItIsScored } from './HowItIsScored.tsx'
import { ScoreMark } from './ScoreMark.tsx'
import { usePlanWords } from './usePlanWords.ts'
import styles from '../reports.module.css'

type Sort = 'score' | 'year' | 'price' | 'name'

interface Props {
  asked: {
    by: ReplacementDimension
    filter: FilterDraft
    bucket?: ReplacementBucket | undefined
    group?: number | null | undefined
  }
  question: { limit: number; offset: number; sort?: Sort | `-${Sort}` }
  paging: Paging
  linkTo(row: { id: number }): string
  currentId: number | null
  onNarrow(patch: { bucket?: string; group?: string }): void
}

/** The equipment of the plan, or of one number of it. */
export function PlanList({ asked, question, paging, linkTo, currentId, onNarrow }: Props) {
  const { t } = useTranslation(['replacement', 'reports', 'titles'])
  const format = useFormat()
  const { sort = 'year' } = question
  const body = {
    by: asked.by,
    filter: asked.filter,
    sort,
    ...(asked.bucket === undefined ? {} : { bucket: asked.bucket }),
    ...(asked.group === undefined ? {} : { group: asked.group }),
  }
  const query = replacementCalls.useListReplacementsQuery({
    body: { ...body, limit: question.limit, offset: question.offset },
  })
  const data = answerToShow(query)
  const { money, bucket, count } = usePlanWords(data?.currency ?? null)
  const columns = useColumns(data?.currency ?? null, data?.hasMoney ?? false)
  return (
    <>
      <div className={styles.reportAsk}>
        {asked.bucket !== undefined && data !== undefined && (
          <Narrowed
            label={bucket(asked.bucket, data.firstYear)}
            onClear={() => onNarrow({ bucket: '' })}
          />
        )}
        {asked.group !== undefined && (
          <Narrowed
            label={
              asked.group === null
                ? `${t(`reports:by.${asked.by}`)}: ${t('reports:none')}`
                : (data?.groupName ?? t(`reports:by.${asked.by}`))
            }
            onClear={() => onNarrow({ group: '-' })}
          />
        )}
        {data !== undefined && (
          <span>
            {count(data.count)}
            {data.price !== null && (
              <>
                {' · '}
                <bdi className="numbers">{money(data.price)}</bdi>
              </>
            )}
            {data.unpriced > 0 && (
              <span className="quiet">
                {' · '}
                {t('unpriced', { count: data.unpriced, number: format.number(data.unpriced) })}
              </span>
            )}
          </span>
        )}
        <ExportButton lists={[{ list: 'replacementPlan', question: body }]} />
      </div>
      <EntityTable<ReplacementRow>
        label={t('titles:reportReplacement')}
        columns={columns}
        query={query}
        paging={paging}
        linkTo={linkTo}
        currentId={currentId}
        empty={<EmptyState title={t('nothing')} hint={t('nothingHint')} />}
      />
      {data?.hasMoney === false && <p className="quiet">{t('noMoney')}</p>}
      <HowItIsScored />
    </>
  )
}

function Narrowed({ label, onClear }: { label: string; onClear(): void }) {
  const { t } = useTranslation('common')
  return (
    <Button
      size="small"
      icon={<CloseOutlined aria-hidden />}
      iconPlacement="end"
      aria-label={`${t('clear')}: ${label}`}
      onClick={onClear}
    >
      <bdi>{label}</bdi>
    </Button>
  )
}

function useColumns(currency: string | null, hasMoney: boolean): Column<ReplacementRow>[] {
  const { t } = useTranslation(['replacement', 'entities'])
  const { money, year } = usePlanWords(currency)
  return [
    {
      key: 'name',
      title: t('entities:field_name'),
      sortable: true,
      phone: 'title',
      render: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      key: 'type',
      title: t('entities:field_type'),
      roomy: true,
      render: ({ type }) => <bdi>{type.name}</bdi>,
    },
    {
      key: 'location',
      title: t('entities:field_location'),
      roomy: true,
      render: ({ location }) => (location === null ? '–' : <bdi>{location.name}</bdi>),
    },
    {
      key: 'year',
      title: t('year'),
      sortable: true,
      render: (row) => <PlannedYear row={row} year={year} />,
    },
    ...(hasMoney
      ? [
          {
            key: 'price',
            title: t('entities:field_price'),
            sortable: true,
            align: 'end' as const,
            render: ({ price }: ReplacementRow) =>
              price === null ? '–' : <bdi className="numbers">{money(price)}</bdi>,
          },
        ]
      : []),
    {
      key: 'score',
      title: t('score'),
      sortable: true,
      align: 'end',
      phone: 'aside',
      render: (row) => <ScoreMark row={row} />,
    },
  ]
}

function PlannedYear({ row, year }: { row: ReplacementRow; year(value: number): string }) {
  const { t } = useTranslation('replacement')
  if (row.year === null) return <span className="quiet">–</span>
  return (
    <>
      <span className="numbers">{year(row.year)}</span>
      {(row.isOverdue || row.by === 'hand') && (
        <span className="quiet">
          {' · '}
          {row.by === 'hand' ? t('by_hand') : t('bucket_overdue')}
        </span>
      )}
    </>
  )
}
