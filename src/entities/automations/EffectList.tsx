import { CheckOutlined, CloseOutlined, MinusOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { skipCodes, type RunEffect, type SkipCode } from '#contract/automation'
import { conflictCodes } from '#contract/refusals'
import { refusalText } from '../../api/notices.ts'
import { pathTo } from '../../lib/paths.ts'
import { useFormat } from '../../lib/format.tsx'
import { DeliveryLink } from '../hooks/DeliveryLink.tsx'
import { knownAction } from './clause.ts'
import styles from './sentence.module.css'

const isSkipCode = (code: string | null): code is SkipCode => skipCodes.some((one) => one === code)
const marks = { done: CheckOutlined, skipped: MinusOutlined, failed: CloseOutlined } as const

/** What every action of a run did, with the way to what it made. */
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
  const format = useFormat()
  const name = t(`actionName.${knownAction(effect.kind)}`)
  const details = detailOf(effect.details, format.dateTime)
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
        {head} –{' '}
        <span title={effect.message ?? undefined}>
          <FailedText effect={effect} />
        </span>
      </>
    )
  return (
    <>
      {head}
      {isSkipCode(effect.code) && <> – {t(`skipped.${effect.code}`)}</>}
    </>
  )
}

/** The same words as a person would be refused with; how the server put it is in the title. */
function FailedText({ effect: { code } }: { effect: RunEffect }): string {
  const { t } = useTranslation('automations')
  // What names a state is not among them: a run passes over a ticket that cannot go there.
  if (code !== 'transitionNotAllowed' && conflictCodes.some((one) => one === code))
    return refusalText({ errors: [{ path: '', code: code ?? '', message: '' }] })
  return t(code === 'notThere' ? 'failedWords.notThere' : 'failedWords.other')
}

/**
 * The values that were kept with the effect, as they are: names, a status before and after, a
 * count.
 */
function detailOf(details: RunEffect['details'], dateTime: (at: string) => string): string {
  const text = (key: string) =>
    details[key] === null || details[key] === undefined ? null : String(details[key])
  if (text('from') !== null && text('to') !== null) return `${text('from')} → ${text('to')}`
  const until = text('until')
  const parts = [
    text('field'),
    text('to'),
    text('value'),
    text('assignee'),
    text('person'),
    text('names') ?? text('count'),
    text('hook'),
    text('times') === null ? null : `${text('times')} ×`,
    until === null ? null : `→ ${dateTime(until)}`,
  ]
  return parts.filter((part) => part !== null && part !== '').join(' · ')
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
