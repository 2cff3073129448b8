import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { automationRun } from '#contract/automation'
import type { Colour } from '#contract/colours'
import { pathTo } from '../../app/paths.ts'
import { ColourTag, Remaining, When } from '../../ui/marks.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { automationCalls } from './calls.ts'
import { useVerdictWords } from './useVerdictWords.ts'
import './sentence.css'

type Run = (typeof automationRun)['_output']
const colourOf: Record<Run['outcome'], Colour> = { done: 'green', filtered: 'blue', asleep: 'yellow', failed: 'red' }
const shown = 20

interface Props {
  /** Whose runs: an automation's, a log's, or the one that opened a ticket. */
  of: { automationId: number } | { procedureLogId: number } | { ticketId: number }
}

/** Where it ran and where it did not, with what every filter saw. */
export function RunList({ of }: Props) {
  const { t } = useTranslation('automations')
  const { data, error, refetch } = automationCalls.useListAutomationRunsQuery({ body: { ...of, limit: shown, sort: '-at' } })
  if (data === undefined) return error === undefined ? <LoadingState rows={3} /> : <ErrorState failure={error} onRetry={() => void refetch()} />
  if (data.rows.length === 0) return <p className="quiet">{'automationId' in of ? t('runs.noneYet') : t('runs.nothingRan')}</p>
  return (
    <>
      <ul className="run-list">{data.rows.map((run) => <RunLine key={run.id} run={run} showsLog={!('procedureLogId' in of)} showsAutomation={!('automationId' in of)} />)}</ul>
      <Remaining count={data.count - data.rows.length} />
    </>
  )
}

function RunLine({ run, showsLog, showsAutomation }: { run: Run; showsLog: boolean; showsAutomation: boolean }) {
  const { t } = useTranslation('automations')
  const words = useVerdictWords()
  return (
    <li className="run">
      <div className="run-head">
        <ColourTag soft colour={colourOf[run.outcome]}>{t(`outcome.${run.outcome}`)}</ColourTag>
        {showsAutomation && run.automation !== null && <Link to={pathTo('automation', { automationId: run.automation.id })}><bdi>{run.automation.name ?? t('unnamed')}</bdi></Link>}
        {showsLog && <Link to={pathTo('procedureLog', { procedureLogId: run.procedureLogId })}>{t('runs.log')}</Link>}
        <span className="quiet run-when"><When at={run.at} as="dateTime" /></span>
      </div>
      {run.verdicts.length > 0 && (
        <ul className="run-verdicts">
          {run.verdicts.map((verdict, index) => (
            <li key={index} data-passed={verdict.passed}>
              {verdict.passed ? <CheckOutlined aria-label={t('verdict.passed')} /> : <CloseOutlined aria-label={t('verdict.failed')} />} {words(verdict)}
            </li>
          ))}
        </ul>
      )}
      {run.effects.map((effect, index) => effect.ticketId !== null && (
        <Link key={index} className="run-effect" to={pathTo('ticket', { ticketId: effect.ticketId })}>{t('runs.openedTicket', { id: String(effect.ticketId) })}</Link>
      ))}
    </li>
  )
}
