import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DetailRow } from '#contract/dashboardItems'
import { pathTo } from '../../app/paths.ts'
import { ColourTag, When } from '../../ui/marks.tsx'
import { ScoreMark } from '../score/ScoreMark.tsx'
import '../procedureLogs/logs.css'

const colours = { done: 'green', doneLate: 'orange', notDone: 'red', waiting: 'blue' } as const

/** What a number counted: performances with their score, occurrences with how they went. */
export function DetailRows({ rows }: { rows: readonly DetailRow[] }) {
  return <ul className="log-list">{rows.map((row) => <li key={row.id}>{row.procedureLogId === null ? <span className="log-line"><Line row={row} /></span> : <Link className="log-line" to={pathTo('procedureLog', { procedureLogId: row.procedureLogId })}><Line row={row} /></Link>}</li>)}</ul>
}

function Line({ row }: { row: DetailRow }) {
  const { t } = useTranslation('charts')
  return (
    <>
      {row.type === 'procedureLog' ? <ScoreMark score={row.score} /> : <ColourTag soft colour={colours[row.state]}>{t(`row.${row.state}`)}</ColourTag>}
      <span className="log-words">
        <span><bdi>{row.name}</bdi>{row.place !== null && <> · <bdi>{row.place}</bdi></>}</span>
        <span className="quiet"><When at={row.at} as="dateTime" />{row.type === 'occurrence' && row.doneAt !== null && <> · {t('doneAt')} <When at={row.doneAt} as="dateTime" /></>}</span>
      </span>
    </>
  )
}
