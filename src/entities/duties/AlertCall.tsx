import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertRow } from '#contract/alerts.ts'
import { useFormat } from '#lib/format.tsx'
import { CallEndText } from './CallEndText.tsx'
import { CalledText } from './CalledText.tsx'
import { dutyCalls } from './calls.ts'
import styles from './AlertCall.module.css'

export default function AlertCall({ alert: { id, call } }: { alert: AlertRow }) {
  const { t } = useTranslation('alerts')
  const [isShown, setIsShown] = useState(false)
  const [take, { isLoading }] = dutyCalls.useTakeAlertMutation()
  if (call == null) return null
  return (
    <div className={styles.call}>
      {call.isOpen ? (
        <Button
          type="primary"
          size="small"
          loading={isLoading}
          onClick={() => void take({ params: { id } })}
        >
          {t('call.take')}
        </Button>
      ) : (
        <span className="quiet">
          {call.end == null ? (
            call.takenBy === null ? (
              t('call.over')
            ) : (
              t('call.takenBy', { name: call.takenBy })
            )
          ) : (
            <CallEndText end={call.end} />
          )}
        </span>
      )}
      <Button type="link" size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        {t('call.show')}
      </Button>
      {isShown && <Calls alertId={id} />}
    </div>
  )
}

function Calls({ alertId }: { alertId: AlertRow['id'] }) {
  const format = useFormat()
  const { data } = dutyCalls.useListDutyCallsQuery({ body: { alertId } })
  return (
    <ol className={styles.calls}>
      {data?.map((one) => (
        <li key={`${one.duty} ${one.step}`}>
          <time className="quiet" dateTime={one.at}>
            {format.dateTime(one.at)}
          </time>{' '}
          <CalledText call={one} />
        </li>
      ))}
      {data?.map(
        ({ step, duty, end }) =>
          step === 1 &&
          end != null && (
            <li key={`end ${duty}`}>
              <time className="quiet" dateTime={end.at}>
                {format.dateTime(end.at)}
              </time>{' '}
              <CallEndText end={end} />
            </li>
          ),
      )}
    </ol>
  )
}
