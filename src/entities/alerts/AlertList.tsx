import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import {
  happenings,
  incidentKinds,
  narrowedRights,
  zoneAlertKinds,
  type AlertKind,
  type AlertRow,
  type Happening,
  type NarrowedRight,
  type ZoneAlertKind,
} from '#contract/alerts.ts'
import type { IncidentKind } from '#contract/rules/sensors.ts'
import type { AlertLevel } from '#contract/automation/actions/sendAlert.ts'
import type { Colour } from '#contract/colours.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { When } from '#ui/page/marks.tsx'
import styles from './alerts.module.css'

const colours: Record<AlertLevel, Colour> = {
  info: 'blue',
  warning: 'orange',
  error: 'red',
  success: 'green',
}

export function AlertList({
  alerts,
  onFollow,
  onSee,
}: {
  alerts: readonly AlertRow[]
  onFollow: (alert: AlertRow) => void
  onSee: (alert: AlertRow) => void
}) {
  const { t } = useTranslation('alerts')
  return (
    <ul className={styles.alertList}>
      {alerts.map((alert) => (
        <li
          key={alert.id}
          data-unseen={alert.seenAt === null}
          style={{ '--tag': `var(--pr-${colours[alert.level]})` }}
        >
          <div className={styles.alertHead}>
            <span className={styles.alertLevel}>{t(`level.${alert.level}`)}</span>{' '}
            <span className="quiet">
              <When at={alert.at} />
              {alert.by !== null && (
                <>
                  {' '}
                  · <bdi>{alert.by}</bdi>
                </>
              )}
            </span>
          </div>
          <AlertText alert={alert} />
          {alert.call != null && (
            <Suspense>
              <AlertCall alert={alert} />
            </Suspense>
          )}
          {alert.others.count > 0 && <Others of={alert.others} />}
          <div className={styles.alertActions}>
            {alert.ticket !== null && (
              <Link
                to={pathTo('ticket', { ticketId: alert.ticket.id })}
                onClick={() => onFollow(alert)}
              >
                {t('toTicket', { id: String(alert.ticket.id) })}
              </Link>
            )}
            {alert.equipment !== null && (
              <Link
                to={pathTo('equipmentOne', { equipmentId: alert.equipment.id })}
                onClick={() => onFollow(alert)}
              >
                <bdi>{alert.equipment.name}</bdi>
              </Link>
            )}
            {alert.sensor !== null && (
              <Link
                to={pathTo('sensors', undefined, { id: alert.sensor.id })}
                onClick={() => onFollow(alert)}
              >
                {t('toSensor')}
              </Link>
            )}
            {alert.procedureLogId !== null && (
              <Link
                to={pathTo('procedureLog', { procedureLogId: alert.procedureLogId })}
                onClick={() => onFollow(alert)}
              >
                {t('toLog')}
              </Link>
            )}
            {alert.zone !== null && (
              <Link
                to={pathTo('zones', undefined, { view: 'alerts', id: alert.zone.rule.id })}
                onClick={() => onFollow(alert)}
              >
                {t('toZoneRule')}
              </Link>
            )}
            {alert.duty != null && (
              <Link
                to={pathTo('duties', undefined, { id: alert.duty.id })}
                onClick={() => onFollow(alert)}
              >
                {t('toDuty')}
              </Link>
            )}
            {isNarrowedRight(alert.kind) && (
              <Link to={pathTo('roles')} onClick={() => onFollow(alert)}>
                {t('toRoles')}
              </Link>
            )}
            {alert.stock !== null && (
              <Link
                to={pathTo('inventory', undefined, { id: alert.stock.id })}
                onClick={() => onFollow(alert)}
              >
                {t('toStock')}
              </Link>
            )}
            {alert.seenAt === null && (
              <Button
                size="small"
                type="link"
                data-kin="seen"
                className={styles.alertSee}
                onClick={() => onSee(alert)}
              >
                {t('see')}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Others({ of: { count, names } }: { of: AlertRow['others'] }) {
  const { t } = useTranslation('alerts')
  if (names.length === 0) return <p className="quiet">{t('andMore', { count })}</p>
  const rest = count - names.length
  return (
    <details className={styles.others}>
      <summary>{t('andMore', { count })}</summary>
      <ul>
        {names.map((name, index) => (
          <li key={index}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {rest > 0 && <li className="quiet">{t('andMore', { count: rest })}</li>}
      </ul>
    </details>
  )
}

function AlertText({ alert }: { alert: AlertRow }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  if (alert.kind === 'nobodyEligible')
    return (
      <p dir="auto">{t('nobodyEligible', { ticket: alert.ticket?.title ?? alert.thing ?? '' })}</p>
    )
  if (alert.kind === 'automationBusy')
    return <p dir="auto">{t('automationBusy', { automation: alert.automation ?? '' })}</p>
  if (isIncident(alert.kind))
    return (
      <Suspense>
        <IncidentText alert={alert} kind={alert.kind} />
      </Suspense>
    )
  if (alert.kind.startsWith('duty'))
    return (
      <Suspense>
        <DutyAlertText alert={alert} />
        {alert.cause != null && <CauseText alert={alert} cause={alert.cause} />}
      </Suspense>
    )
  if (isZoneAlert(alert.kind)) return <ZoneText alert={alert} kind={alert.kind} />
  if (alert.kind === 'stockLow')
    return (
      <Suspense>
        <StockText alert={alert} />
      </Suspense>
    )
  if (isNarrowedRight(alert.kind)) return <p>{t(alert.kind, { roles: alert.text ?? '' })}</p>
  if (isHappening(alert.kind)) return <HappeningText alert={alert} kind={alert.kind} />
  const names = { procedure: <bdi>{alert.procedure}</bdi>, thing: <bdi>{alert.thing}</bdi> }
  const done =
    alert.procedure === null ? null : alert.score === null ? (
      <Trans t={t} i18nKey="done" components={names} />
    ) : (
      <Trans
        t={t}
        i18nKey="doneScored"
        values={{ score: format.number(Math.round(alert.score)) }}
        components={names}
      />
    )
  return (
    <>
      {alert.text !== null && alert.text !== '' && <p dir="auto">{alert.text}</p>}
      {alert.cause == null ? (
        <p className={alert.text === null || alert.text === '' ? undefined : 'quiet'}>{done}</p>
      ) : (
        <Suspense>
          <CauseText alert={alert} cause={alert.cause} />
        </Suspense>
      )}
    </>
  )
}

const isZoneAlert = (kind: AlertKind): kind is ZoneAlertKind =>
  Object.values<AlertKind>(zoneAlertKinds).includes(kind)

/** Text of a zone rule's alert. Hidden equipment gets a generic text. */
function ZoneText({ alert, kind }: { alert: AlertRow; kind: ZoneAlertKind }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const lasted = useFormatDuration()
  const { zone, equipment, text, endedAt } = alert
  if (zone === null || (kind !== 'zoneFewer' && equipment === null))
    return <p className="quiet">{t('happened.hidden')}</p>
  return (
    <>
      <p>
        <Trans
          t={t}
          i18nKey={`zone.${kind}`}
          values={{
            minimum: format.number(zone.minimum),
            there: format.number(Number(text ?? 0)),
            time: lasted(zone.minutes * 60),
          }}
          components={{ name: <bdi>{equipment?.name}</bdi>, place: <bdi>{zone.place}</bdi> }}
        />
      </p>
      <p className="quiet">
        <bdi>{zone.rule.name}</bdi> ·{' '}
        {endedAt === null ? t('lastsStill') : t('over', { when: format.relative(endedAt) })}
      </p>
    </>
  )
}

const isNarrowedRight = (kind: AlertKind): kind is NarrowedRight =>
  narrowedRights.some((one) => one === kind)

const isHappening = (kind: AlertKind): kind is Happening => happenings.some((one) => one === kind)

const isIncident = (kind: AlertKind): kind is IncidentKind =>
  incidentKinds.some((one) => one === kind)

const DutyAlertText = lazy(() => import('#entities/duties/DutyAlertText.tsx'))
const AlertCall = lazy(() => import('#entities/duties/AlertCall.tsx'))

const StockText = lazy(() => import('./StockText.tsx'))
const CauseText = lazy(() => import('./CauseText.tsx'))

/** Loaded with the first alert of its kind: its words are those of the sensors' page. */
const IncidentText = lazy(() => import('./IncidentText.tsx'))

/** Text of an event on followed equipment or a ticket. Hidden subjects get a generic text. */
function HappeningText({
  alert: { equipment, ticket, text },
  kind,
}: {
  alert: AlertRow
  kind: Happening
}) {
  const { t } = useTranslation('alerts')
  const name = kind === 'statusChanged' ? equipment?.name : ticket?.title
  if (name === undefined) return <p className="quiet">{t('happened.hidden')}</p>
  const key =
    kind === 'statusChanged' && text === null
      ? ('happened.statusGone' as const)
      : (`happened.${kind}` as const)
  return (
    <>
      <p>
        <Trans
          t={t}
          i18nKey={key}
          components={{ name: <bdi>{name}</bdi>, detail: <bdi>{text}</bdi> }}
        />
      </p>
      {kind === 'ticketCommented' && (
        <p className={styles.alertComment} dir="auto">
          {text}
        </p>
      )}
    </>
  )
}
