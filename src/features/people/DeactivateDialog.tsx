import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Output } from '#contract/endpoint.ts'
import type { people, UserDetail } from '#contract/people/people.ts'
import { isApiFailure } from '#api/http.ts'
import { isStale } from '#api/notices.ts'
import { pathTo } from '#lib/paths.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import {
  HandOverChoice,
  isDecided,
  keepsAll,
  ticketsToOf,
  type HandOver,
} from './HandOverChoice.tsx'
import styles from './people.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

type Impact = Output<typeof people.getUserImpact>

export function DeactivateDialog({ detail, onClose }: { detail: UserDetail; onClose(): void }) {
  const { t } = useTranslation(['people', 'common'])
  const query = peopleCalls.useGetUserImpactQuery(
    { params: { id: detail.id } },
    { refetchOnMountOrArgChange: true },
  )
  const { error, refetch } = query
  const impact = answerToShow(query)
  const [fetchPerson] = peopleCalls.useLazyGetUserQuery()
  const [deactivate, { isLoading, error: refusal }] = peopleCalls.useDeactivateUserMutation()
  const [handOver, setHandOver] = useState(keepsAll)

  async function handleDeactivate(): Promise<void> {
    const answer = await deactivate({
      params: { id: detail.id },
      body: { version: detail.version, ...ticketsToOf(handOver) },
    })
    if (answer.error === undefined) return onClose()
    // reloads, so that the user decides with current data
    await Promise.all([fetchPerson({ params: { id: detail.id } }), refetch()])
  }
  const isOpen = impact?.hindrance === null
  return (
    <Dialog
      open
      title={t('deactivateTitle', { name: detail.name })}
      onCancel={onClose}
      width={560}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {isOpen ? t('common:cancel') : t('common:close')}
        </Button>,
        isOpen && (
          <Button
            key="ok"
            type="primary"
            danger
            loading={isLoading}
            disabled={!isDecided(handOver, detail.id)}
            onClick={() => void handleDeactivate()}
          >
            {t('deactivate')}
          </Button>
        ),
      ]}
    >
      {impact === undefined &&
        (error === undefined ? (
          <LoadingState rows={3} />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ))}
      {impact !== undefined && impact.hindrance !== null && (
        <Alert type="warning" showIcon title={t(`hindrance.${impact.hindrance}`)} />
      )}
      {isOpen && (
        <>
          {isApiFailure(refusal) && isStale(refusal) && (
            <Alert type="warning" showIcon title={t('changedMeanwhile')} />
          )}
          <p>{t('deactivateHint')}</p>
          <WhatBreaks
            impact={impact}
            userId={detail.id}
            handOver={handOver}
            onHandOver={setHandOver}
          />
        </>
      )}
    </Dialog>
  )
}

interface BreaksProps {
  impact: Impact
  userId: number
  handOver: HandOver
  onHandOver(handOver: HandOver): void
}

function WhatBreaks({ impact, userId, handOver, onHandOver }: BreaksProps) {
  const { t } = useTranslation(['people', 'entities'])
  if (
    impact.automations.length === 0 &&
    impact.schedules.length === 0 &&
    impact.duties.length === 0 &&
    impact.hidden === 0 &&
    impact.openTickets === 0 &&
    impact.sessions === 0
  )
    return <p className="quiet">{t('impact.nothing')}</p>
  return (
    <div className={styles.impact}>
      {impact.sessions > 0 && <p>{t('impact.sessions', { count: impact.sessions })}</p>}
      {impact.automations.length > 0 && (
        <section>
          <p>{t('impact.automations', { count: impact.automations.length })}</p>
          <ul>
            {impact.automations.map((rule) => (
              <li key={rule.id}>
                <Link to={pathTo('automation', { automationId: rule.id })} target="_blank">
                  <bdi>{rule.name ?? rule.procedure}</bdi>
                </Link>
                {rule.name !== null && (
                  <span className="quiet">
                    {' '}
                    · <bdi>{rule.procedure}</bdi>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {impact.schedules.length > 0 && (
        <section>
          <p>{t('impact.schedules', { count: impact.schedules.length })}</p>
          <ul>
            {impact.schedules.map((rule) => (
              <li key={rule.id}>
                <Link to={pathTo('schedule', { ruleId: rule.id })} target="_blank">
                  <bdi>{rule.name}</bdi>
                </Link>
                {rule.isTheirsAlone && <span className="quiet"> · {t('impact.theirsAlone')}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {impact.duties.length > 0 && (
        <section>
          <p>{t('impact.duties', { count: impact.duties.length })}</p>
          <ul>
            {impact.duties.map((duty) => (
              <li key={duty.id}>
                <Link to={pathTo('duties', undefined, { id: duty.id })} target="_blank">
                  <bdi>{duty.name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {impact.hidden > 0 && (
        <p className="quiet">{t('entities:moreUnseen', { count: impact.hidden })}</p>
      )}
      {impact.openTickets > 0 && (
        <section>
          <p>
            {t('impact.tickets', { count: impact.openTickets })} ·{' '}
            <Link to={pathTo('tickets', undefined, { assignees: userId })} target="_blank">
              {t('impact.showTickets')}
            </Link>
          </p>
          <HandOverChoice
            label={t('impact.tickets', { count: impact.openTickets })}
            value={handOver}
            onChange={onHandOver}
            leaverId={userId}
          />
        </section>
      )}
    </div>
  )
}
