import { RedoOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import {
  runOutcomes,
  type automationRun,
  type RunOutcome,
} from '#contract/automation/automation.ts'
import type { Colour } from '#contract/colours.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { automationCalls } from './calls.ts'
import { SubjectLink } from './SubjectLink.tsx'
import { EffectList } from './EffectList.tsx'
import { VerdictList } from './VerdictList.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './sentence.module.css'

type Run = (typeof automationRun)['_output']
const colourOf: Record<RunOutcome, Colour> = {
  done: 'green',
  filtered: 'blue',
  asleep: 'yellow',
  failed: 'red',
}
const step = 20

interface Props {
  of:
    | { automationId: number }
    | { procedureLogId: number }
    | { ticketId: number }
    | { equipmentId: number }
    | { id: number }
  /** Of a rule that begins with another event than a procedure. */
  isOfEvent?: boolean
}

/** Lists runs with their outcome and reason. */
export function RunList({ of, isOfEvent = false }: Props) {
  const { t } = useTranslation('automations')
  const format = useFormat()
  const [outcome, setOutcome] = useState<RunOutcome | 'all'>('all')
  const [limit, setLimit] = useState(step)
  const query = automationCalls.useListAutomationRunsQuery({
    body: { ...of, limit, sort: '-at', ...(outcome === 'all' ? {} : { outcome }) },
  })
  const { error, refetch, isFetching } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState rows={3} />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  const total = runOutcomes.reduce((sum, each) => sum + data.outcomes[each], 0)
  if (total === 0)
    return (
      <p className="quiet">
        {!('automationId' in of)
          ? t('runs.nothingRan')
          : t(isOfEvent ? 'runs.noneYetEvent' : 'runs.noneYet')}
      </p>
    )
  // Runs of one rule are sorted by time; for one event, executed runs come first.
  const isApart = outcome === 'all' && !('automationId' in of)
  const shown = isApart ? data.rows.filter(hasRun) : data.rows
  const rest = isApart ? data.rows.filter((run) => !hasRun(run)) : []
  const shows = { showsLog: !('procedureLogId' in of), showsAutomation: !('automationId' in of) }
  const choices = runOutcomes.filter((each) => data.outcomes[each] > 0)
  return (
    <div className={styles.runs}>
      {choices.length > 1 && (
        <Segmented
          size="small"
          aria-label={t('runs.byOutcome')}
          value={outcome}
          onChange={(next) => {
            setOutcome(next)
            setLimit(step)
          }}
          options={[
            { value: 'all' as const, label: `${t('runs.all')} ${format.number(total)}` },
            ...choices.map((each) => ({
              value: each,
              label: `${t(`outcome.${each}`)} ${format.number(data.outcomes[each])}`,
            })),
          ]}
        />
      )}
      <ul className={styles.runList} aria-busy={isFetching}>
        {shown.map((run) => (
          <RunLine key={run.id} run={run} {...shows} isFolded={outcome === 'all' && !hasRun(run)} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className={styles.runRest}>
          <summary>{t('runs.notApplied', { count: rest.length })}</summary>
          <ul className={styles.runList}>
            {rest.map((run) => (
              <RunLine key={run.id} run={run} {...shows} />
            ))}
          </ul>
        </details>
      )}
      {data.count > data.rows.length && limit < 500 && (
        <Button
          size="small"
          loading={isFetching}
          onClick={() => setLimit(Math.min(500, limit + 4 * step))}
        >
          {t('runs.more', { count: data.count - data.rows.length })}
        </Button>
      )}
    </div>
  )
}

/** True if the rule applied. Other runs are not failures: they are grey and collapsed. */
const hasRun = ({ outcome }: Run): boolean => outcome === 'done' || outcome === 'failed'

interface LineProps {
  run: Run
  showsLog: boolean
  showsAutomation: boolean
  isFolded?: boolean
}

function RunLine({ run, isFolded = false, ...shows }: LineProps) {
  const { t } = useTranslation('automations')
  const rest = (
    <>
      <VerdictList verdicts={run.verdicts} names={run.names} />
      <EffectList effects={run.effects} />
      {run.canRetry && <Retry run={run} />}
    </>
  )
  return (
    <li className={styles.run} data-quiet={!hasRun(run)}>
      <RunHead run={run} {...shows} />
      {isFolded ? (
        <details>
          <summary>{t('runs.why')}</summary>
          {rest}
        </details>
      ) : (
        rest
      )}
    </li>
  )
}

function RunHead({ run, showsLog, showsAutomation }: LineProps) {
  const { t } = useTranslation('automations')
  return (
    <span className={styles.runHead}>
      {hasRun(run) ? (
        <ColourTag soft colour={colourOf[run.outcome]}>
          {t(`outcome.${run.outcome}`)}
        </ColourTag>
      ) : (
        <span>{t(`outcome.${run.outcome}`)}</span>
      )}
      {showsAutomation &&
        (run.automation === null ? (
          <span className="quiet">{t('unknown')}</span>
        ) : (
          <Link to={pathTo('automation', { automationId: run.automation.id })}>
            <bdi>{run.automation.name ?? t('unnamed')}</bdi>
          </Link>
        ))}
      {showsLog && (
        <SubjectLink of={run}>
          {run.thing === null || run.thing === run.procedure
            ? run.procedure
            : `${run.procedure} – ${run.thing}`}
        </SubjectLink>
      )}
      {run.retries > 0 && (
        <span className="quiet">{t('runs.retried', { count: run.retries })}</span>
      )}
      <span className={`quiet ${styles.runWhen}`}>
        <When at={run.at} as="dateTime" />
      </span>
    </span>
  )
}

/** Retries the failed actions with the old rule, or the whole run with the present rule. */
function Retry({ run }: { run: Run }) {
  const { t } = useTranslation('automations')
  const mayEdit = useMay('editor|automations')
  const [retry, { isLoading }] = automationCalls.useRetryAutomationRunMutation()
  if (!mayEdit) return null
  const versions = run.outcome === 'failed' ? (['then', 'now'] as const) : (['now'] as const)
  const items = versions.map((key) => ({ key, label: t(`runs.retry_${key}`) }))
  return (
    <DropMenu
      menu={{
        items,
        onClick: ({ key }) =>
          void retry({
            params: { id: run.id },
            body: { version: key === 'then' ? 'then' : 'now' },
          }),
      }}
    >
      <Button
        size="small"
        type={run.outcome === 'failed' ? 'default' : 'link'}
        className={run.outcome === 'failed' ? '' : styles.runRetry}
        icon={<RedoOutlined aria-hidden className="turns" />}
        loading={isLoading}
      >
        {t('runs.retry')}
      </Button>
    </DropMenu>
  )
}
