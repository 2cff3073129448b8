import { LinkOutlined } from '@ant-design/icons'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CalendarFaultLine } from './CalendarFaultLine.tsx'
import { useGetFollowedCalendarQuery } from './calls.ts'
import type { CompanyDraft } from './companyDraft.ts'
import { FollowCalendarDialog } from './FollowCalendarDialog.tsx'
import { hostOfCalendar, listedDays } from './followedCalendar.ts'
import { changesOfList } from './holidayList.ts'
import styles from './company.module.css'

interface Props {
  value?: string[]
  onChange?(value: string[]): void
  id?: string
}

const nothing: string[] = []

export function FollowCalendarField({ value = nothing, onChange, id }: Props) {
  const { t } = useTranslation('company')
  const [isOpen, setIsOpen] = useState(false)
  const form = Form.useFormInstance<CompanyDraft>()
  const holidays = Form.useWatch('holidays', form) ?? []
  const calendar = useGetFollowedCalendarQuery().data?.calendar ?? null
  const changes = calendar === null ? null : changesOfList(listedDays(calendar), holidays, value)
  const count = changes === null ? 0 : changes.fresh.length + changes.gone.length
  const host = calendar === null ? '' : hostOfCalendar(calendar.address)
  const show = <Button onClick={() => setIsOpen(true)}>{t('holidayNewsShow')}</Button>
  return (
    <div id={id} className={styles.calendarField}>
      {calendar?.fault != null && !isOpen && (
        <CalendarFaultLine fault={calendar.fault} host={host} hasDays={calendar.rows.length > 0} />
      )}
      {count > 0 && (
        <Alert type="info" showIcon title={t('calendarNews', { count, host })} action={show} />
      )}
      <Button
        type="link"
        className={styles.holidayPaste}
        icon={<LinkOutlined aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {calendar === null ? t('followCalendar') : t('followCalendarOf', { host })}
      </Button>
      {isOpen && (
        <FollowCalendarDialog
          calendar={calendar}
          holidays={holidays}
          seen={value}
          onApply={(seen, changed) => {
            form.setFieldValue('holidays', changed)
            onChange?.(seen)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
