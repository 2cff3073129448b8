import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { FilterObject } from '#contract/filter.ts'
import type { ProcedureLogRow } from '#contract/procedures/procedureLogs.ts'
import { pathTo } from '#lib/paths.ts'
import { Remaining, When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { ScoreMark } from '#entities/score/ScoreMark.tsx'
import { procedureLogCalls } from './calls.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './logs.module.css'

const shown = 20

export function LogList({ filter }: { filter: { [K in keyof FilterObject]?: number[] } }) {
  const { t } = useTranslation('procedureLogs')
  const query = procedureLogCalls.useListProcedureLogsQuery({
    body: { filter, limit: shown, sort: '-doneAt' },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState rows={4} />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  if (data.rows.length === 0) return <p className="quiet">{t('noneHere')}</p>
  return <LogLines rows={data.rows} count={data.count} />
}

export function LogLines({ rows, count }: { rows: readonly ProcedureLogRow[]; count: number }) {
  return (
    <>
      <ul className={styles.logList}>
        {rows.map((log) => (
          <li key={log.id}>
            <Link
              to={pathTo('procedureLog', { procedureLogId: log.id })}
              className={styles.logLine}
            >
              <ScoreMark score={log.score} />
              <span className={styles.logWords}>
                <span>
                  <bdi>{log.procedure.name}</bdi> ·{' '}
                  <bdi>{log.equipment?.name ?? log.location?.name}</bdi>
                </span>
                <span className="quiet">
                  <bdi>{log.doneBy.name}</bdi> · <When at={log.doneAt} as="dateTime" />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Remaining count={count - rows.length} />
    </>
  )
}
