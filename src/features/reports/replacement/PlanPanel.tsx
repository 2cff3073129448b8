import { CalendarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Id } from '#contract/ids.ts'
import type { ReplacementRow } from '#contract/replacement.ts'
import { partWeights } from '#contract/rules/replacement.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { EmptyState, PendingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { DetailPanel, Facts } from '#ui/panel/DetailPanel.tsx'
import { replacementCalls } from './calls.ts'
import { PlanYearForm } from './PlanYearForm.tsx'
import { ScoreMark } from './ScoreMark.tsx'
import { usePartWords, usePlanWords } from './usePlanWords.ts'
import styles from '../reports.module.css'

/** One equipment of the plan: its year, and the parts of its score. */
export function PlanPanel({ id, onClose }: { id: Id<'equipment'>; onClose(): void }) {
  const { t } = useTranslation(['replacement', 'titles'])
  const mayPlan = useMay('editor|equipment')
  const [isPlanning, setIsPlanning] = useState(false)
  const query = replacementCalls.useListReplacementsQuery({ body: { alone: id, limit: 1 } })
  const data = answerToShow(query)
  const row = data?.rows[0]
  return (
    <DetailPanel
      title={row === undefined ? t('titles:reportReplacement') : <bdi>{row.name}</bdi>}
      over={row && <bdi>{row.type.name}</bdi>}
      verbs={
        mayPlan &&
        row !== undefined &&
        !isPlanning && (
          <Button icon={<CalendarOutlined aria-hidden />} onClick={() => setIsPlanning(true)}>
            {t('plan')}
          </Button>
        )
      }
      onClose={onClose}
    >
      {data === undefined ? (
        <PendingState failure={query.error} onRetry={() => void query.refetch()} />
      ) : row === undefined ? (
        <EmptyState title={t('nothing')} hint={t('nothingHint')} />
      ) : (
        <>
          {isPlanning && <PlanYearForm row={row} onDone={() => setIsPlanning(false)} />}
          <Details row={row} currency={data.currency} hasMoney={data.hasMoney} />
        </>
      )}
    </DetailPanel>
  )
}

interface Shown {
  row: ReplacementRow
  currency: string | null
  hasMoney: boolean
}

function Details({ row, currency, hasMoney }: Shown) {
  const { t } = useTranslation(['replacement', 'entities'])
  const format = useFormat()
  const { money, year } = usePlanWords(currency)
  const day = (value: string | null) => (value === null ? '–' : format.calendarDay(value))
  return (
    <>
      <Facts
        rows={[
          {
            label: t('year'),
            value:
              row.year === null || row.by === null ? (
                '–'
              ) : (
                <>
                  <strong className="numbers">{year(row.year)}</strong> ({t(`by_${row.by}`)}
                  {row.isOverdue && `, ${t('bucket_overdue')}`})
                </>
              ),
          },
          ...(row.note === null ? [] : [{ label: t('note'), value: <bdi>{row.note}</bdi> }]),
          { label: t('entities:field_purchasedOn'), value: day(row.purchasedOn) },
          {
            label: t('entities:field_expectedYears'),
            value: row.expectedYears === null ? '–' : format.number(row.expectedYears),
          },
          { label: t('entities:field_lifeEndsOn'), value: day(row.lifeEndsOn) },
          { label: t('entities:field_warrantyUntil'), value: day(row.warrantyUntil) },
          ...(hasMoney
            ? [
                {
                  label: t('entities:field_price'),
                  value: row.price === null ? '–' : money(row.price),
                },
              ]
            : []),
          { label: t('entities:field_location'), value: row.location?.name ?? '–' },
          { label: t('entities:field_orgEntity'), value: row.orgEntity?.name ?? '–' },
        ]}
      />
      <Link to={pathTo('equipment', undefined, { id: row.id })}>{t('openEquipment')}</Link>
      <Parts row={row} currency={currency} hasMoney={hasMoney} />
    </>
  )
}

function Parts({ row, currency, hasMoney }: Shown) {
  const { t } = useTranslation('replacement')
  const format = useFormat()
  const { measured } = usePartWords(currency, hasMoney)
  const percent = (value: number) => format.number(value / 100, { style: 'percent' })
  return (
    <section className={styles.parts}>
      <h3 className={styles.reportHeading}>
        {t('score')} <ScoreMark row={row} />{' '}
        <span className="quiet">{t('known', { percent: percent(row.knownWeight) })}</span>
      </h3>
      <table className="table" aria-label={t('parts')}>
        <thead>
          <tr>
            <th scope="col">{t('parts')}</th>
            <th scope="col" className="end">
              {t('points')}
            </th>
            <th scope="col" className="end">
              {t('weight')}
            </th>
          </tr>
        </thead>
        <tbody>
          {row.parts.map((part) => (
            <tr key={part.part} className={part.points === null ? 'quiet' : undefined}>
              <td>
                {t(`part.${part.part}`)}
                <br />
                <span className="quiet">{measured(part, row)}</span>
              </td>
              <td className="end numbers">
                {part.points === null
                  ? '–'
                  : format.number(part.points, { maximumFractionDigits: 0 })}
              </td>
              <td className="end numbers">{percent(partWeights[part.part])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
