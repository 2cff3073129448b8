import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Holiday } from '#contract/company/company.ts'
import { formatHoliday } from '#entities/workingTime/format.ts'
import { useFormat } from '#lib/format.tsx'
import { readHolidays } from './readHolidays.ts'
import styles from './company.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'

/**
 * Adds many days from a calendar or table; shows how each line was parsed before they are added.
 */
export function PasteHolidays({
  onAdd,
  onClose,
}: {
  onAdd(holidays: Holiday[]): void
  onClose(): void
}) {
  const { t } = useTranslation(['company', 'common'])
  const format = useFormat()
  const [text, setText] = useState('')
  const [isYearly, setIsYearly] = useState(false)
  const { holidays, unread } = readHolidays(text, isYearly)
  return (
    <Dialog
      open
      isDirty={text.trim() !== ''}
      title={t('pasteHolidays')}
      onCancel={onClose}
      okText={t('addHolidays', { count: holidays.length })}
      okButtonProps={{ disabled: holidays.length === 0 }}
      cancelText={t('common:cancel')}
      onOk={() => {
        onAdd(holidays)
        onClose()
      }}
    >
      <p className="quiet">{t('pasteHint')}</p>
      <Input.TextArea
        rows={7}
        dir="auto"
        autoFocus
        value={text}
        aria-label={t('pasteHolidays')}
        placeholder={'2026-12-25 …\n31.12.2026 …'}
        onChange={(event) => setText(event.target.value)}
      />
      <p>
        <Checkbox checked={isYearly} onChange={(event) => setIsYearly(event.target.checked)}>
          {t('pasteYearly')}
        </Checkbox>
      </p>
      <div role="status" className={styles.pasteOutcome}>
        {holidays.length > 0 && (
          <ul>
            {holidays.slice(0, 5).map((holiday, place) => (
              <li key={place}>
                <bdi>{formatHoliday(holiday, format)}</bdi>
              </li>
            ))}
          </ul>
        )}
        {holidays.length > 5 && (
          <p className="quiet">{t('common:moreRemaining', { count: holidays.length - 5 })}</p>
        )}
        {unread.length > 0 && (
          <p className={styles.hoursFault}>
            {t('pasteUnread', { lines: format.list(unread.slice(0, 5)) })}
          </p>
        )}
      </div>
    </Dialog>
  )
}
