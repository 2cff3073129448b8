import { calendarDay, zonedFormat } from '#contract/formatters.ts'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '#contract/dashboards/dashboards.ts'
import { dateInPeriod } from '#contract/dashboards/periods.ts'
import { useFormat } from '#lib/format.tsx'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { PrintHead } from '#ui/page/PrintHead.tsx'
import { rangeChoices, type BoardState } from './boardAddress.ts'
import { useGetSessionQuery } from './calls.ts'
import { SharedWith } from './DashboardsPage.tsx'
import styles from './board.module.css'

interface Props {
  board: Dashboard
  state: BoardState
  onChange(patch: Partial<BoardState>, options?: { push?: boolean }): void
}

export function BoardHead({ board, state, onChange }: Props) {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  const { data: session } = useGetSessionQuery()
  const [now] = useState(() => new Date())
  const hour = Number(
    zonedFormat('en-GB', format.timeZone, { hour: 'numeric', hourCycle: 'h23' }).format(now),
  )
  const today = calendarDay(now, format.timeZone)
  const step = state.range === 'own' ? 'MONTH' : state.range
  const go = (steps: number) => {
    const at = dateInPeriod(step, state.at === '' ? today : state.at, format.weekStart, steps)
    onChange(
      { at: at >= today || at === dateInPeriod(step, today, format.weekStart, 0) ? '' : at },
      { push: true },
    )
  }
  return (
    <div className={styles.boardHead}>
      <PrintHead
        lines={[
          [
            `${t('rangeOfCards')}: ${t(`range.${state.range}`)}`,
            ...(state.at === '' ? [] : [format.calendarDay(state.at)]),
          ].join(' · '),
        ]}
      />
      <div className={styles.boardGreeting}>
        {session !== undefined && (
          <p className={styles.boardHello}>
            {t(hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening', {
              name: session.user.firstName,
            })}
          </p>
        )}
        <p className="quiet">
          {format.date(now)} · {board.isFiltered ? t('countsOwnLong') : t('countsAllLong')} ·{' '}
          <SharedWith sharedWith={board.sharedWith} />
        </p>
      </div>
      <div className={styles.boardRange} role="group" aria-label={t('rangeOfCards')}>
        <Segmented
          aria-label={t('rangeOfCards')}
          value={state.range}
          onChange={(range) => onChange({ range }, { push: true })}
          options={rangeChoices.map((range) => ({ value: range, label: t(`range.${range}`) }))}
        />
        <span className={styles.boardSteps}>
          <Button
            icon={<LeftOutlined aria-hidden className="turns" />}
            aria-label={t('earlier')}
            onClick={() => go(-1)}
          />
          <MomentField
            kind="day"
            aria-label={t('asOf')}
            placeholder={t('today')}
            value={state.at}
            latest={today}
            onChange={(at) => onChange({ at }, { push: true })}
          />
          <Button
            icon={<RightOutlined aria-hidden className="turns" />}
            aria-label={t('later')}
            disabled={state.at === ''}
            onClick={() => go(1)}
          />
        </span>
      </div>
    </div>
  )
}
