import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DetailRow } from '#contract/dashboards/dashboardItems.ts'
import { pathTo } from '#lib/paths.ts'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { ScoreMark } from '#entities/score/ScoreMark.tsx'
import styles from '#entities/procedureLogs/logs.module.css'

const colours = { done: 'green', doneLate: 'orange', notDone: 'red', waiting: 'blue' } as const

/**
 * The rows behind a number: logs with their score, occurrences with their outcome. Completed work
 * links to its log, missed work to its schedule.
 */
export function DetailRows({ rows }: { rows: readonly DetailRow[] }) {
  return (
    <ul className={styles.logList} data-testid="detail-rows">
      {rows.map((row) => (
        <li key={row.id}>
          <Opened address={addressOf(row)}>
            <Line row={row} />
          </Opened>
        </li>
      ))}
    </ul>
  )
}

const addressOf = ({ procedureLogId, rruleId }: DetailRow): string | null =>
  procedureLogId !== null
    ? pathTo('procedureLog', { procedureLogId })
    : rruleId !== null
      ? pathTo('schedule', { ruleId: rruleId })
      : null

const Opened = ({ address, children }: { address: string | null; children: ReactNode }) =>
  address === null ? (
    <span className={styles.logLine}>{children}</span>
  ) : (
    <Link className={styles.logLine} to={address}>
      {children}
    </Link>
  )

function Line({ row }: { row: DetailRow }) {
  const { t } = useTranslation('charts')
  return (
    <>
      {row.type === 'procedureLog' ? (
        <ScoreMark score={row.score} />
      ) : (
        <ColourTag soft colour={colours[row.state]}>
          {t(`row.${row.state}`)}
        </ColourTag>
      )}
      <span className={styles.logWords}>
        <span>
          <bdi>{row.name}</bdi>
          {row.place !== null && (
            <>
              {' '}
              · <bdi>{row.place}</bdi>
            </>
          )}
        </span>
        <span className="quiet">
          <When at={row.at} as="dateTime" />
          {row.type === 'occurrence' && row.doneAt !== null && (
            <>
              {' '}
              · {t('doneAt')} <When at={row.doneAt} as="dateTime" />
            </>
          )}
        </span>
      </span>
    </>
  )
}
