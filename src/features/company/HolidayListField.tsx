import { GlobalOutlined } from '@ant-design/icons'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FollowedHolidayList } from '#contract/company/holidayLists.ts'
import { useFormat } from '#lib/format.tsx'
import { useGetHolidayListQuery } from './calls.ts'
import type { CompanyDraft } from './companyDraft.ts'
import { HolidayListDialog } from './HolidayListDialog.tsx'
import { changesOfList, countryName } from './holidayList.ts'
import styles from './company.module.css'

interface Props {
  value?: FollowedHolidayList | null
  onChange?(value: FollowedHolidayList): void
  id?: string
}

export function HolidayListField({ value = null, onChange, id }: Props) {
  const { t } = useTranslation('company')
  const { locale } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const form = Form.useFormInstance<CompanyDraft>()
  const holidays = Form.useWatch('holidays', form) ?? []
  const { data } = useGetHolidayListQuery(
    { params: { country: value?.country ?? '', region: value?.region ?? undefined } },
    { skip: value === null },
  )
  const changes =
    value === null || data === undefined ? null : changesOfList(data.rows, holidays, value.seen)
  const count = changes === null ? 0 : changes.fresh.length + changes.gone.length
  return (
    <div id={id}>
      {value !== null && count > 0 && (
        <Alert
          type="info"
          showIcon
          className={styles.holidayNews ?? ''}
          title={t('holidayNews', { count, country: countryName(value.country, locale) })}
          action={<Button onClick={() => setIsOpen(true)}>{t('holidayNewsShow')}</Button>}
        />
      )}
      <Button
        type="link"
        className={styles.holidayPaste}
        icon={<GlobalOutlined aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {value === null
          ? t('holidayList')
          : t('holidayListOf', { country: countryName(value.country, locale) })}
      </Button>
      {isOpen && (
        <HolidayListDialog
          followed={value}
          holidays={holidays}
          onApply={(list, changed) => {
            form.setFieldValue('holidays', changed)
            onChange?.(list)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
