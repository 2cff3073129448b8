import { ExperimentOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { backTestDays, type BackTestAnswer } from '#contract/automation/automation.ts'
import { automationCalls } from '#entities/automations/calls.ts'
import { knownAction } from '#entities/automations/clause.ts'
import { SubjectLink } from '#entities/automations/SubjectLink.tsx'
import { VerdictList } from '#entities/automations/VerdictList.tsx'
import { ScoreMark } from '#entities/score/ScoreMark.tsx'
import { useFormat } from '#lib/format.tsx'
import { Section } from '#ui/page/Page.tsx'
import { When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { toAutomation, type SentenceDraft } from './sentenceDraft.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from '../automations.module.css'
import sentenceStyles from '#entities/automations/sentence.module.css'

const step = 10
const most = 100

/** Runs on request, and again after every change. */
export function BackTest({ draft, isWhole }: { draft: SentenceDraft; isWhole: boolean }) {
  const { t } = useTranslation('automations')
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Section title={t('backTest.title')}>
      {!isAsked || !isWhole ? (
        <div className={styles.backtestAsk} data-testid="backtest-ask">
          <Button
            icon={<ExperimentOutlined aria-hidden />}
            disabled={!isWhole}
            onClick={() => setIsAsked(true)}
          >
            {t('backTest.ask', { count: backTestDays })}
          </Button>
          <span className="quiet">{isWhole ? t('backTest.hint') : t('backTest.needsWhole')}</span>
        </div>
      ) : (
        <Tried draft={draft} />
      )}
    </Section>
  )
}

function Tried({ draft }: { draft: SentenceDraft }) {
  const { t } = useTranslation('automations')
  const format = useFormat()
  const [shown, setShown] = useState<'matched' | 'others'>('matched')
  const [limit, setLimit] = useState(step)
  const { event, filters, actions } = toAutomation(draft)
  const isOfEvent = event.kind !== 'procedureDone'
  const query = automationCalls.useBackTestAutomationQuery({
    body: {
      procedureId: draft.procedureId,
      event,
      filters,
      actions,
      matched: shown === 'matched',
      limit,
    },
  })
  const { error, refetch, isFetching } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState rows={4} />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  const count = shown === 'matched' ? data.matched : data.evaluated - data.matched
  return (
    <div className={styles.backtest} aria-busy={isFetching}>
      <p role="status">
        <Trans
          t={t}
          i18nKey={isOfEvent ? 'backTest.wouldEvent' : 'backTest.would'}
          values={{
            matched: format.number(data.matched),
            evaluated: format.number(data.evaluated),
            days: format.number(backTestDays),
          }}
          components={{ n: <strong className="numbers" /> }}
        />{' '}
        {data.isCut && t(isOfEvent ? 'backTest.cutEvents' : 'backTest.cut')}
      </p>
      {data.matched > 0 && (
        <ul className={styles.backtestEffects}>
          {data.effects.map((effect, index) => (
            <Foreseen key={index} effect={effect} />
          ))}
        </ul>
      )}
      <Segmented<'matched' | 'others'>
        size="small"
        aria-label={t(isOfEvent ? 'backTest.whichEvents' : 'backTest.which')}
        value={shown}
        onChange={(next) => {
          setShown(next)
          setLimit(step)
        }}
        options={[
          { value: 'matched', label: `${t('backTest.matched')} ${format.number(data.matched)}` },
          {
            value: 'others',
            label: `${t('backTest.others')} ${format.number(data.evaluated - data.matched)}`,
          },
        ]}
      />
      {data.rows.length === 0 && (
        <p className="quiet">
          {data.evaluated === 0
            ? t(isOfEvent ? 'backTest.nothingHappened' : 'backTest.nothingDone')
            : shown === 'matched'
              ? t('backTest.noneMatched')
              : t('backTest.allMatched')}
        </p>
      )}
      <ul className={sentenceStyles.runList}>
        {data.rows.map((row, index) => (
          <li key={row.procedureLogId ?? index} className={sentenceStyles.run}>
            <div className={sentenceStyles.runHead}>
              <SubjectLink of={row}>{row.subject?.name ?? row.thing ?? t('runs.log')}</SubjectLink>{' '}
              {row.subject !== null && row.thing !== null && row.thing !== row.subject.name && (
                <bdi>{row.thing}</bdi>
              )}
              <ScoreMark score={row.score} />{' '}
              <span className="quiet">
                <bdi>{row.performer}</bdi>
              </span>
              <span className={`quiet ${sentenceStyles.runWhen}`}>
                <When at={row.doneAt} as="dateTime" />
              </span>
            </div>
            <VerdictList verdicts={row.verdicts} names={data.names} />
          </li>
        ))}
      </ul>
      {count > data.rows.length && limit < most && (
        <Button
          size="small"
          loading={isFetching}
          onClick={() => setLimit(Math.min(most, limit + 3 * step))}
        >
          {t('runs.more', { count: count - data.rows.length })}
        </Button>
      )}
    </div>
  )
}

/** Formats a foreseen effect: 'Open a ticket ×12: …'. */
function Foreseen({ effect }: { effect: BackTestAnswer['effects'][number] }) {
  const { t } = useTranslation('automations')
  const format = useFormat()
  return (
    <li>
      <strong>{t(`actionName.${knownAction(effect.kind)}`)}</strong>{' '}
      <span className="numbers">
        <bdi>×{format.number(effect.count)}</bdi>
      </span>
      {effect.to.length > 0 && (
        <span className={`quiet ${styles.backtestTo}`}>
          {effect.to.map(({ name, count }) => (
            <bdi key={name}>{count > 1 ? `${name} (${format.number(count)})` : name}</bdi>
          ))}
          {effect.more > 0 && <span>{t('backTest.more', { count: effect.more })}</span>}
        </span>
      )}
    </li>
  )
}
