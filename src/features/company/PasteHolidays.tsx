import { CalendarOutlined } from '@ant-design/icons'
import { Checkbox, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_HOLIDAYS, type Holiday } from '#contract/company/company.ts'
import { saysWorkingDay } from '#contract/dates/saysWorkingDay.ts'
import { dateFormat } from '#contract/formatters.ts'
import { formatFor, useFormat, type Format } from '#lib/format.tsx'
import { writesDayFirst } from '#contract/dates/readDate.ts'
import { MAX_RANGE_DAYS, reach } from '#contract/dates/readDays.ts'
import {
  MAX_CALENDAR_BYTES,
  readCalendar,
  type CalendarFault,
  type ReadCalendar,
} from './readCalendar.ts'
import {
  holidaysOf,
  MAX_NAME,
  MAX_PASTED,
  readHolidays,
  withHolidays,
  type ReadLine,
} from './readHolidays.ts'
import styles from './company.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ColourTag } from '#ui/page/marks.tsx'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'

const SHOWN = 200
const YEARS_AHEAD = 2

/**
 * Adds many days from a calendar or table. Each line is shown as it was read, with the weekday and
 * the month as a word, so that a wrong reading is seen.
 */
export function PasteHolidays({
  known,
  onAdd,
  onClose,
}: {
  known: readonly Holiday[]
  onAdd(holidays: Holiday[]): void
  onClose(): void
}) {
  const { t } = useTranslation(['company', 'common'])
  const format = useFormat()
  const [text, setText] = useState('')
  const [isYearly, setIsYearly] = useState(false)
  const [isWorking, setIsWorking] = useState(false)
  const [calendar, setCalendar] = useState<ReadCalendar | CalendarFault | null>(null)
  const isTooLong = text.length > MAX_PASTED
  const { read, unread } = useMemo(
    () => readHolidays(isTooLong ? '' : text, { isDayFirst: writesDayFirst(format.locale) }),
    [text, isTooLong, format.locale],
  )
  const holidays = holidaysOf(read, { yearly: isYearly, ...(isWorking && { kind: 'working' }) })
  const total = withHolidays(known, holidays).length
  const isTooMany = total > MAX_HOLIDAYS
  const limits = { ...reach, days: MAX_RANGE_DAYS, name: MAX_NAME }
  async function handleFile(file: File): Promise<void> {
    const year = new Date().getUTCFullYear()
    const found =
      file.size > MAX_CALENDAR_BYTES
        ? 'tooLarge'
        : await readCalendar(await file.text(), {
            from: year,
            until: year + YEARS_AHEAD,
            zone: format.timeZone,
          })
    setCalendar(found)
    if (typeof found !== 'string')
      setText((before) => [...(before.trim() === '' ? [] : [before]), ...found.lines].join('\n'))
  }
  function handleAdd(): void {
    onAdd(holidays)
    if (unread.length === 0) onClose()
    // Lines that were not added stay in the field for correction.
    else setText(unread.map(({ line }) => line).join('\n'))
  }
  return (
    <Dialog
      open
      isDirty={text.trim() !== ''}
      title={t('pasteHolidays')}
      onCancel={onClose}
      okText={t('addHolidays', { count: holidays.length })}
      okButtonProps={{ disabled: holidays.length === 0 || isTooMany }}
      cancelText={t('common:cancel')}
      onOk={handleAdd}
    >
      <p className="quiet">{t('pasteHint')}</p>
      <p>
        <label className={styles.calendarFile}>
          <CalendarOutlined aria-hidden /> {t('calendarFile')}
          <input
            type="file"
            accept=".ics,text/calendar"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file !== undefined) void handleFile(file)
            }}
          />
        </label>
      </p>
      {calendar !== null && (
        <p role="status" className={typeof calendar === 'string' ? styles.hoursFault : 'quiet'}>
          {typeof calendar === 'string'
            ? t(`calendarFault.${calendar}`, { max: format.number(MAX_CALENDAR_BYTES / 1_000_000) })
            : [
                t('calendarRead', { count: calendar.lines.length }),
                ...(calendar.outside > 0
                  ? [t('calendarOutside', { count: calendar.outside })]
                  : []),
                ...(calendar.cancelled > 0
                  ? [t('calendarCancelled', { count: calendar.cancelled })]
                  : []),
                ...(calendar.unread > 0 ? [t('calendarUnread', { count: calendar.unread })] : []),
              ].join(' ')}
        </p>
      )}
      <Input.TextArea
        rows={7}
        dir="auto"
        autoFocus
        value={text}
        aria-label={t('pasteHolidays')}
        placeholder={'2026-12-25 …\n31.12.2026 …\n24.12.2026 – 26.12.2026 …'}
        onChange={(event) => setText(event.target.value)}
      />
      <p>
        <Checkbox checked={isYearly} onChange={(event) => setIsYearly(event.target.checked)}>
          {t('pasteYearly')}
        </Checkbox>
        <Checkbox checked={isWorking} onChange={(event) => setIsWorking(event.target.checked)}>
          {t('pasteWorking')}
        </Checkbox>
      </p>
      <div role="status">
        {isTooLong && (
          <p className={styles.hoursFault}>
            {t('pasteTooLong', { max: format.number(MAX_PASTED) })}
          </p>
        )}
        {isTooMany && (
          <p className={styles.hoursFault}>
            {t('pasteTooMany', {
              max: format.number(MAX_HOLIDAYS),
              total: format.number(total),
            })}
          </p>
        )}
        {unread.length > 0 && (
          <p className={styles.hoursFault}>{t('pasteUnread', { count: unread.length })}</p>
        )}
        {unread.length === 0 && holidays.length > 0 && (
          <p>{t('pasteRead', { count: holidays.length })}</p>
        )}
      </div>
      {unread.length > 0 && (
        <Lines label={t('pasteUnread', { count: unread.length })} count={unread.length}>
          {unread.slice(0, SHOWN).map(({ line, fault }, place) => (
            <li key={place}>
              <bdi>{line}</bdi>
              <span className={styles.hoursFault}>{t(`pasteFault.${fault}`, limits)}</span>
            </li>
          ))}
        </Lines>
      )}
      {unread.length > 0 && holidays.length > 0 && (
        <p>{t('pasteRead', { count: holidays.length })}</p>
      )}
      {read.length > 0 && (
        <Lines label={t('pasteRead', { count: holidays.length })} count={read.length}>
          {read.slice(0, SHOWN).map((line, place) => (
            <li key={place}>
              <bdi>{line.name}</bdi>
              <span className="quiet">
                {writtenDays(line, format)}
                {line.first !== line.last &&
                  ` (${t('pasteDays', { count: holidaysOf([line], { yearly: false }).length })})`}
                {(isWorking || saysWorkingDay(line.name)) && (
                  <>
                    {' '}
                    <ColourTag soft colour="blue">
                      {t('workingDay')}
                    </ColourTag>
                  </>
                )}
              </span>
            </li>
          ))}
        </Lines>
      )}
    </Dialog>
  )
}

function Lines({
  label,
  count,
  children,
}: {
  label: string
  count: number
  children: React.ReactNode
}) {
  const { t } = useTranslation('common')
  return (
    <ScrollRegion className={styles.pastedLines} label={label}>
      <ul>{children}</ul>
      {count > SHOWN && <p className="quiet">{t('moreRemaining', { count: count - SHOWN })}</p>}
    </ScrollRegion>
  )
}

/** Formats the parsed days: Friday, 25 December 2026, or 24–26 December 2026. */
function writtenDays({ first, last }: ReadLine, format: Format): string {
  if (first === last) return formatFor(format.language, 'UTC').day(first)
  const days = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return dateFormat(format.locale, days).formatRange(new Date(first), new Date(last))
}
