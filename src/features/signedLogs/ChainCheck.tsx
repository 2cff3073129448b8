import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ChainCheckAnswer } from '#contract/signedLog/signedLogs.ts'
import { isApiFailure, type ApiFailure } from '#api/http.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { Section } from '#ui/page/Page.tsx'
import { ProgressJob } from '#ui/feedback/ProgressJob.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { signedLogCalls } from './calls.ts'
import styles from './signedLogs.module.css'

const { useLazyCheckSignedLogsQuery } = signedLogCalls

/** Progress of the verification. `failure` is why it stopped early. */
interface Walk {
  reached: number
  of: number
  faults: ChainCheckAnswer['faults']
  state: 'running' | 'stopped' | 'failed' | 'done'
  failure?: ApiFailure
}
const START: Walk = { reached: 0, of: 0, faults: [], state: 'running' }

export function ChainCheck() {
  const { t } = useTranslation('signedLogs')
  const format = useFormat()
  const { walk, go, stop } = useWalk()
  return (
    <Section title={t('chain.checkTitle')}>
      <p className="quiet">{t('chain.checkHint')}</p>
      {walk?.state === 'running' ? (
        <ProgressJob
          label={t('chain.checking')}
          done={walk.reached}
          total={walk.of}
          onCancel={stop}
        />
      ) : (
        <div className={styles.chainActions}>
          <Button type="primary" data-testid="check-chain" onClick={() => go(START)}>
            {t('chain.check')}
          </Button>
          {walk?.state === 'stopped' && <Button onClick={() => go(walk)}>{t('chain.goOn')}</Button>}
        </div>
      )}
      {walk?.state === 'stopped' && (
        <p className="quiet">
          {t('chain.stopped', { done: format.number(walk.reached), total: format.number(walk.of) })}
        </p>
      )}
      {walk?.failure !== undefined && (
        <ErrorState failure={walk.failure} onRetry={() => go(walk)} />
      )}
      {walk !== null && <Outcome walk={walk} />}
    </Section>
  )
}

/** Says that the chain is intact only after the last record. */
function Outcome({ walk: { faults, of, state } }: { walk: Walk }) {
  const { t } = useTranslation('signedLogs')
  const isGood = faults.length === 0
  if (isGood && state !== 'done') return null
  return (
    <section
      className={`${styles.signedLogVerdict} ${styles.chainVerdict}`}
      data-good={isGood}
      role="status"
      data-testid="chain-verdict"
    >
      {isGood ? (
        <strong>{t('chain.good', { count: of })}</strong>
      ) : (
        <>
          <strong>{t('chain.bad')}</strong>
          <ul>
            {faults.map(({ code, sequence, logId }) => (
              <li key={`${code} ${sequence}`}>
                {t(`fault.${code}`, { sequence })}{' '}
                {logId !== null && (
                  <Link to={pathTo('procedureLog', { procedureLogId: logId })}>
                    {t('chain.openLog')}
                  </Link>
                )}
              </li>
            ))}
          </ul>
          <span>{t('chain.badHint')}</span>
        </>
      )}
    </section>
  )
}

function useWalk() {
  const [ask] = useLazyCheckSignedLogsQuery()
  const [walk, setWalk] = useState<Walk | null>(null)
  /** Number of the current run. A new run, or leaving the page, supersedes it. */
  const present = useRef(0)
  useEffect(() => () => void (present.current += 1), [])
  async function follow(from: Walk): Promise<void> {
    present.current += 1
    const own = present.current
    const { failure: _past, ...begun } = from
    let now: Walk = { ...begun, state: 'running' }
    setWalk(now)
    while (now.state === 'running') {
      const answer = await ask({ body: { after: now.reached } })
      if (present.current !== own) return
      now = next(now, answer)
      setWalk(now)
    }
  }
  return {
    walk,
    go: (from: Walk) => void follow(from),
    stop: () => {
      present.current += 1
      setWalk((last) => last && { ...last, state: 'stopped' })
    },
  }
}

function next(now: Walk, { data, error }: { data?: ChainCheckAnswer; error?: unknown }): Walk {
  if (data === undefined)
    return isApiFailure(error)
      ? { ...now, state: 'failed', failure: error }
      : { ...now, state: 'stopped' }
  return {
    reached: data.reached,
    of: data.of,
    faults: [...now.faults, ...data.faults],
    state: data.isDone ? 'done' : 'running',
  }
}
