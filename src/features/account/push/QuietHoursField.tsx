import { Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuietHours } from '#contract/push.ts'
import { useSessionContext } from '#entities/session/useSession.ts'
import { isClockTime } from '#lib/clockTime.ts'
import { ClockField } from '#ui/dates/ClockField.tsx'
import styles from './push.module.css'

interface Props {
  saved: QuietHours | null
  isSaving: boolean
  onChange(hours: QuietHours | null): void
}

const NIGHT: QuietHours = { from: '22:00', to: '06:00' }

const isTime = (time: string) => isClockTime(time) && time !== '24:00'

/** Saved when both times are valid. */
export function QuietHoursField({ saved, isSaving, onChange }: Props) {
  const { t } = useTranslation('account')
  const zone = useSessionContext()?.timezone.tz
  const [typed, setTyped] = useState(saved)
  function change(hours: QuietHours): void {
    setTyped(hours)
    if (faultOf(hours) === null) onChange(hours)
  }
  const fault = typed === null ? null : faultOf(typed)
  return (
    <>
      <h4>{t('push.quiet')}</h4>
      <Checkbox
        checked={saved !== null}
        disabled={isSaving}
        onChange={({ target }) => onChange(target.checked ? NIGHT : null)}
      >
        {t('push.quietOn')}
      </Checkbox>
      {typed !== null && (
        <div className={styles.hours}>
          <ClockField
            label={t('push.quietFrom')}
            value={typed.from}
            isFaulty={!isTime(typed.from) || fault === 'same'}
            onChange={(from) => change({ ...typed, from })}
          />
          <span aria-hidden="true">–</span>
          <ClockField
            label={t('push.quietTo')}
            value={typed.to}
            isFaulty={!isTime(typed.to) || fault === 'same'}
            onChange={(to) => change({ ...typed, to })}
          />
          {zone !== undefined && (
            <bdi className="quiet" dir="ltr">
              {zone}
            </bdi>
          )}
          {fault !== null && (
            <span className={styles.fault} role="alert">
              {t(`push.quietFault_${fault}`)}
            </span>
          )}
        </div>
      )}
      <p className="quiet">{t('push.quietHint')}</p>
    </>
  )
}

function faultOf({ from, to }: QuietHours): 'notATime' | 'same' | null {
  if (!isTime(from) || !isTime(to)) return 'notATime'
  return from === to ? 'same' : null
}
