import { CheckOutlined, CloseOutlined, MinusOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import {
  effectDetails,
  skipCodes,
  type EffectDetail,
  type RunEffect,
  type SkipCode,
} from '#contract/automation/automation.ts'
import { readWhyNobody } from '#contract/automation/whyNobody.ts'
import { conflictCodes } from '#contract/refusals.ts'
import { refusalText } from '#api/notices.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { DeliveryLink } from '#entities/hooks/DeliveryLink.tsx'
import { knownAction } from './clause.ts'
import styles from './sentence.module.css'

const isSkipCode = (code: string | null): code is SkipCode => skipCodes.some((one) => one === code)
const marks = { done: CheckOutlined, skipped: MinusOutlined, failed: CloseOutlined } as const

export function EffectList({ effects }: { effects: readonly RunEffect[] }) {
  const { t } = useTranslation('automations')
  if (effects.length === 0) return null
  return (
    <ul className={styles.runEffects}>
      {effects.map((effect, index) => {
        const Mark = marks[effect.outcome]
        return (
          <li key={index} data-outcome={effect.outcome}>
            <Mark aria-label={t(`effectOutcome.${effect.outcome}`)} />
            <span>
              <EffectText effect={effect} /> <EffectLinks effect={effect} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function EffectText({ effect }: { effect: RunEffect }): ReactNode {
  const { t } = useTranslation('automations')
  const detailsOf = useDetails()
  const name = t(`actionName.${knownAction(effect.kind)}`)
  const details = detailsOf(effect.details)
  const { why } = effect.details
  const head = (
    <>
      <strong>{name}</strong>
      {details !== '' && (
        <>
          {' '}
          <bdi>{details}</bdi>
        </>
      )}
    </>
  )
  if (effect.outcome === 'failed')
    return (
      <>
        {head} – <FailedText effect={effect} />
      </>
    )
  return (
    <>
      {head}
      {isSkipCode(effect.code) && <> – {t(`skipped.${effect.code}`)}</>}
      {typeof why === 'string' && <WhyNobody stored={why} />}
    </>
  )
}

function WhyNobody({ stored }: { stored: string }) {
  const { t } = useTranslation('automations')
  const format = useFormat()
  const found = readWhyNobody(stored)
  if (found.length === 0) return null
  const all = found.map(({ why, count }) => {
    const said = t(`whyNobody.${why}`)
    return count === 1 ? said : t('whyNobody.several', { said, people: format.number(count) })
  })
  return <>: {format.list(all)}</>
}

/** The text of the equivalent refusal. */
function FailedText({ effect: { code } }: { effect: RunEffect }): string {
  const { t } = useTranslation('automations')
  // Excludes the state conflict: a run skips tickets that cannot reach the state.
  if (code !== 'transitionNotAllowed' && conflictCodes.some((one) => one === code))
    return refusalText({ errors: [{ path: '', code: code ?? '', message: '' }] })
  return t(code === 'notThere' ? 'failedWords.notThere' : 'failedWords.other')
}

type Details = RunEffect['details']

/**
 * An effect's details as text: names, a status before and after, a count. Null for ids and for
 * details shown with another.
 */
function useDetails(): (details: Details) => string {
  const { t } = useTranslation('automations')
  const { dateTime } = useFormat()
  const { span } = useScheduleLabels()
  const asItIs = (value: string) => value
  const inWords: Record<EffectDetail, (value: string, all: Details) => string | null> = {
    from: () => null,
    to: (value, { from }) => (from === undefined || from === null ? value : `${from} → ${value}`),
    field: asItIs,
    value: asItIs,
    assignee: asItIs,
    assigneeId: () => null,
    person: asItIs,
    userId: () => null,
    userIds: () => null,
    names: asItIs,
    count: (value, { names }) => (names === undefined ? value : null),
    heldBack: (value) => (value === '0' ? null : t('heldBack', { count: Number(value) })),
    notReady: (value) => (value === '0' ? null : t('notReady', { count: Number(value) })),
    hook: asItIs,
    times: (value) => `${value} ×`,
    until: (value) => `→ ${dateTime(value)}`,
    availability: (value, { hours }) =>
      value === 'hours'
        ? t('availability.hours', { span: span({ amount: Number(hours), unit: 'hours' }) })
        : t(value === 'none' ? 'availability.none' : 'availability.unlimited'),
    hours: () => null,
    faults: (value) => t('faultCount.all', { count: Number(value) }),
    opened: (value) => (value === '0' ? null : t('faultCount.opened', { count: Number(value) })),
    known: (value) => (value === '0' ? null : t('faultCount.known', { count: Number(value) })),
    left: (value) => t('faultCount.left', { count: Number(value) }),
    source: asItIs,
    why: () => null,
  }
  return (details) =>
    effectDetails
      .flatMap((key) => {
        const value = details[key]
        return value === null || value === undefined
          ? []
          : (inWords[key](String(value), details) ?? [])
      })
      .filter((part) => part !== '')
      .join(' · ')
}

function EffectLinks({ effect }: { effect: RunEffect }) {
  const { t } = useTranslation('automations')
  return (
    <>
      {effect.ticketIds.slice(0, 5).map((ticketId) => (
        <Link key={ticketId} className={styles.runEffect} to={pathTo('ticket', { ticketId })}>
          {t('runs.ticket', { id: String(ticketId) })}
        </Link>
      ))}
      {effect.rruleId !== null && (
        <Link className={styles.runEffect} to={pathTo('schedule', { ruleId: effect.rruleId })}>
          {t('runs.schedule')}
        </Link>
      )}
      {effect.deliveryId !== null && <DeliveryLink deliveryId={effect.deliveryId} />}
    </>
  )
}
