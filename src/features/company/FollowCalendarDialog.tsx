import { Button, Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Holiday } from '#contract/company/company.ts'
import type { FollowedCalendar } from '#contract/company/followedCalendar.ts'
import type { ListedHoliday } from '#contract/company/holidayLists.ts'
import { useFormat } from '#lib/format.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { CalendarFaultLine } from './CalendarFaultLine.tsx'
import {
  useCheckFollowedCalendarMutation,
  useFollowCalendarMutation,
  useUnfollowCalendarMutation,
} from './calls.ts'
import { DayChoices } from './DayChoices.tsx'
import { hostOfCalendar, listedDays } from './followedCalendar.ts'
import { useDayChoice } from './useDayChoice.ts'
import styles from './company.module.css'

interface Props {
  calendar: FollowedCalendar | null
  holidays: readonly Holiday[]
  seen: readonly string[]
  onApply(seen: string[], holidays: Holiday[]): void
  onClose(): void
}

export function FollowCalendarDialog({ calendar, holidays, seen, onApply, onClose }: Props) {
  const { t } = useTranslation(['company', 'common'])
  const rows = useMemo(
    () => (calendar === null || calendar.checkedAt === null ? undefined : listedDays(calendar)),
    [calendar],
  )
  const choice = useDayChoice(rows, holidays, seen)
  const [address, setAddress] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const [follow, following] = useFollowCalendarMutation()
  const isAddress = /^(?:https?|webcal):\/\/[^\s/]/i.test(address.trim())
  const isFollowing = calendar !== null
  async function handleFollow(): Promise<void> {
    setIsAsked(true)
    if (isAddress) await follow({ body: { address: address.trim() } })
  }
  function handleApply(): void {
    if (rows === undefined) return onClose()
    onApply([...new Set(rows.map(({ date }) => date))], choice.after)
    onClose()
  }
  return (
    <Dialog
      open
      width={640}
      isDirty={choice.isTurned || (!isFollowing && address.trim() !== '')}
      title={t('followCalendar')}
      onCancel={onClose}
      okText={t(isFollowing ? 'holidayListApply' : 'calendarFollow')}
      okButtonProps={{
        disabled: choice.isTooMany || (isFollowing && rows === undefined),
        loading: following.isLoading,
      }}
      cancelText={t('common:cancel')}
      onOk={() => (isFollowing ? handleApply() : void handleFollow())}
    >
      <p className="quiet">{t('followCalendarHint')}</p>
      {calendar === null ? (
        <AddressField
          value={address}
          isFaulty={isAsked && !isAddress}
          onChange={setAddress}
          onEnter={() => void handleFollow()}
        />
      ) : (
        <Followed calendar={calendar} rows={rows} />
      )}
      {calendar !== null && rows !== undefined && (
        <DayChoices choice={choice} label={t('followCalendar')} empty={t('calendarNoDays')} />
      )}
    </Dialog>
  )
}

interface AddressFieldProps {
  value: string
  isFaulty: boolean
  onChange(value: string): void
  onEnter(): void
}

function AddressField({ value, isFaulty, onChange, onEnter }: AddressFieldProps) {
  const { t } = useTranslation('company')
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{t('calendarAddress')}</label>
      <Input
        id={id}
        type="url"
        dir="ltr"
        autoFocus
        autoComplete="off"
        maxLength={2_000}
        value={value}
        status={isFaulty ? 'error' : ''}
        aria-invalid={isFaulty}
        onChange={(event) => onChange(event.target.value)}
        onPressEnter={onEnter}
      />
      {isFaulty && (
        <p role="alert" className={styles.hoursFault}>
          {t('calendarAddressInvalid')}
        </p>
      )}
    </div>
  )
}

function Followed({
  calendar,
  rows,
}: {
  calendar: FollowedCalendar
  rows: readonly ListedHoliday[] | undefined
}) {
  const { t } = useTranslation(['company', 'common'])
  const format = useFormat()
  const confirm = useConfirm()
  const [check, checking] = useCheckFollowedCalendarMutation()
  const [unfollow, unfollowing] = useUnfollowCalendarMutation()
  const { outside, cancelled, unread, cut } = calendar.left
  async function handleStop(): Promise<void> {
    const isSure = await confirm({
      title: t('calendarStopTitle'),
      hint: t('calendarStopHint'),
      okText: t('calendarStop'),
    })
    if (isSure) await unfollow()
  }
  return (
    <>
      <p>
        <bdi className={styles.calendarAddress}>{calendar.address}</bdi>
        {calendar.checkedAt !== null && (
          <span className="quiet">
            {' '}
            {t('calendarChecked', { when: format.dateTime(calendar.checkedAt) })}
          </span>
        )}
      </p>
      {calendar.fault !== null && (
        <CalendarFaultLine
          fault={calendar.fault}
          host={hostOfCalendar(calendar.address)}
          hasDays={rows !== undefined && rows.length > 0}
        />
      )}
      <p className={styles.calendarActions}>
        <Button loading={checking.isLoading} onClick={() => void check()}>
          {t('calendarCheck')}
        </Button>
        <Button danger loading={unfollowing.isLoading} onClick={() => void handleStop()}>
          {t('calendarStop')}
        </Button>
      </p>
      {rows !== undefined && (
        <p className="quiet">
          {[
            ...(outside > 0 ? [t('calendarOutside', { count: outside })] : []),
            ...(cancelled > 0 ? [t('calendarCancelled', { count: cancelled })] : []),
            ...(unread > 0 ? [t('calendarUnread', { count: unread })] : []),
            ...(cut > 0 ? [t('calendarCut', { count: cut })] : []),
          ].join(' ')}
        </p>
      )}
    </>
  )
}
