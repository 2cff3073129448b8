import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Holiday } from '#contract/company/company.ts'
import type { FollowedHolidayList } from '#contract/company/holidayLists.ts'
import { nameOrder } from '#contract/rules/inOrder.ts'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { useFormat } from '#lib/format.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useGetHolidayListQuery, useListHolidayCountriesQuery } from './calls.ts'
import { DayChoices } from './DayChoices.tsx'
import { countryName } from './holidayList.ts'
import { useDayChoice } from './useDayChoice.ts'
import styles from './company.module.css'

interface Props {
  followed: FollowedHolidayList | null
  holidays: readonly Holiday[]
  onApply(list: FollowedHolidayList, holidays: Holiday[]): void
  onClose(): void
}

const nothingSeen: readonly string[] = []

export function HolidayListDialog({ followed, holidays, onApply, onClose }: Props) {
  const { t } = useTranslation(['company', 'common'])
  const { locale } = useFormat()
  const { compare } = nameOrder(currentLanguage())
  const [country, setCountry] = useState(followed?.country)
  const [region, setRegion] = useState(followed?.region ?? null)
  const countries = useListHolidayCountriesQuery()
  const list = useGetHolidayListQuery(
    { params: { country: country ?? '', region: region ?? undefined } },
    { skip: country === undefined },
  )
  const isFollowed = followed !== null && followed.country === country && followed.region === region
  const seen = isFollowed ? followed.seen : nothingSeen
  const rows = country === undefined || list.isFetching ? undefined : list.currentData?.rows
  const choice = useDayChoice(rows, holidays, seen)
  const { added, removed, after, isTooMany } = choice
  const options = useMemo(
    () =>
      (countries.data?.rows ?? [])
        .map(({ country: code }) => ({ value: code, label: countryName(code, locale) }))
        .toSorted((one, other) => compare(one.label, other.label)),
    [countries.data, locale, compare],
  )
  const regions = (countries.data?.rows.find((row) => row.country === country)?.regions ?? [])
    .map((one) => ({ value: one.region, label: one.name }))
    .toSorted((one, other) => compare(one.label, other.label))
  function handleApply(): void {
    if (country === undefined || rows === undefined) return
    onApply({ country, region, seen: [...new Set(rows.map(({ date }) => date))] }, after)
    onClose()
  }
  return (
    <Dialog
      open
      width={640}
      isDirty={choice.isTurned}
      title={t('holidayList')}
      onCancel={onClose}
      okText={
        removed.length > 0
          ? t('holidayListApply')
          : added.length === 0
            ? t('holidayListFollow')
            : t('addHolidays', { count: added.length })
      }
      okButtonProps={{ disabled: rows === undefined || isTooMany }}
      cancelText={t('common:cancel')}
      onOk={handleApply}
    >
      <p className="quiet">{t('holidayListHint')}</p>
      {countries.error !== undefined && (
        <ErrorState failure={countries.error} onRetry={() => void countries.refetch()} />
      )}
      <div className={styles.holidayCountry}>
        <Select
          showSearch
          filterOption={foundBy('label')}
          loading={countries.isLoading}
          placeholder={t('holidayCountry')}
          aria-label={t('holidayCountry')}
          options={options}
          value={country}
          onChange={(code: string) => {
            setCountry(code)
            setRegion(null)
            choice.restart()
          }}
        />
        {regions.length > 0 && (
          <Select<string | null>
            showSearch
            allowClear
            filterOption={foundBy('label')}
            placeholder={t('wholeCountry')}
            aria-label={t('holidayRegion')}
            options={regions}
            value={region}
            onChange={(code) => {
              setRegion(code ?? null)
              choice.restart()
            }}
          />
        )}
      </div>
      {list.isFetching && <LoadingState rows={6} />}
      {list.error !== undefined && !list.isFetching && country !== undefined && (
        <ErrorState failure={list.error} onRetry={() => void list.refetch()} />
      )}
      <DayChoices choice={choice} label={t('holidayList')} empty={t('holidayListEmpty')} />
      {list.currentData !== undefined && country !== undefined && !list.isFetching && (
        <ul className={`quiet ${styles.holidaySources}`}>
          {list.currentData.sources.map(({ title, url, seen: day, certainty }) => (
            <li key={`${title} ${certainty}`}>
              {t(`certainty_${certainty}`)}:{' '}
              <a href={url} target="_blank" rel="noreferrer">
                <bdi>{title}</bdi>
              </a>
              {' · '}
              <ShortDay date={day} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function ShortDay({ date }: { date: string }) {
  const { calendarDay } = useFormat()
  return <>{calendarDay(date)}</>
}
