import { Checkbox, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_HOLIDAYS, type Holiday } from '#contract/company/company.ts'
import type { FollowedHolidayList, ListedHoliday } from '#contract/company/holidayLists.ts'
import { nameOrder } from '#contract/rules/inOrder.ts'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { formatFor, useFormat } from '#lib/format.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { ColourTag } from '#ui/page/marks.tsx'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import { useGetHolidayListQuery, useListHolidayCountriesQuery } from './calls.ts'
import { changesOfList, chosenAtFirst, countryName, isTaken, withListed } from './holidayList.ts'
import styles from './company.module.css'

interface Props {
  followed: FollowedHolidayList | null
  holidays: readonly Holiday[]
  onApply(list: FollowedHolidayList, holidays: Holiday[]): void
  onClose(): void
}

const nothingSeen: readonly string[] = []

/**
 * Public holidays of a country for two years. The user chooses what applies; proposals are marked
 * and not chosen at first.
 */
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
  /** Choices against the first proposal. Emptied when another country or region is chosen. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const first = useMemo(
    () => (rows === undefined ? new Set<string>() : chosenAtFirst(rows, holidays, seen)),
    [rows, holidays, seen],
  )
  const isChosen = ({ date }: { date: string }): boolean => first.has(date) !== turned.has(date)
  const gone = rows === undefined ? [] : changesOfList(rows, holidays, seen).gone
  const added = (rows ?? []).filter((row) => isChosen(row) && !isTaken(row, holidays))
  const removed = gone.filter(isChosen)
  const after = withListed(holidays, added, removed)
  const isTooMany = after.length > MAX_HOLIDAYS
  const toggle = (date: string): void => {
    const next = new Set(turned)
    if (!next.delete(date)) next.add(date)
    setTurned(next)
  }
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
      isDirty={turned.size > 0}
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
            setTurned(new Set())
          }}
        />
        {regions.length > 0 && (
          <Select<string | null>
            showSearch
            allowClear
            filterOption={foundBy('label')}
            placeholder={t('holidayRegion')}
            aria-label={t('holidayRegion')}
            options={regions}
            value={region}
            onChange={(code) => {
              setRegion(code ?? null)
              setTurned(new Set())
            }}
          />
        )}
      </div>
      {list.isFetching && <LoadingState rows={6} />}
      {list.error !== undefined && !list.isFetching && country !== undefined && (
        <ErrorState failure={list.error} onRetry={() => void list.refetch()} />
      )}
      {isTooMany && (
        <p role="alert" className={styles.hoursFault}>
          {t('pasteTooMany', { max: MAX_HOLIDAYS, total: after.length })}
        </p>
      )}
      {gone.length > 0 && (
        <>
          <h3>{t('holidaysGone')}</h3>
          <ul className={styles.plainLines}>
            {gone.map((one) => (
              <li key={`${one.date} ${one.name}`}>
                <Checkbox checked={isChosen(one)} onChange={() => toggle(one.date)}>
                  {t('removeHoliday', { name: one.name })} · <Day date={one.date} />
                </Checkbox>
              </li>
            ))}
          </ul>
        </>
      )}
      {rows !== undefined && rows.length === 0 && <p>{t('holidayListEmpty')}</p>}
      {rows !== undefined && rows.length > 0 && (
        <ScrollRegion className={styles.holidayListed} label={t('holidayList')}>
          <ul>
            {rows.map((row) => (
              <Listed
                key={`${row.date} ${row.kind}`}
                row={row}
                isTaken={isTaken(row, holidays)}
                isChosen={isChosen(row)}
                onToggle={() => toggle(row.date)}
              />
            ))}
          </ul>
        </ScrollRegion>
      )}
      {list.currentData !== undefined && country !== undefined && !list.isFetching && (
        <ul className={`quiet ${styles.holidaySources}`}>
          {list.currentData.sources.map(({ title, url, seen: day, certainty }) => (
            <li key={`${title} ${certainty}`}>
              {t(`certainty_${certainty}`)}:{' '}
              <a href={url} target="_blank" rel="noreferrer">
                <bdi>{title}</bdi>
              </a>
              , <ShortDay date={day} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Listed({
  row,
  isTaken: isKnown,
  isChosen,
  onToggle,
}: {
  row: ListedHoliday
  isTaken: boolean
  isChosen: boolean
  onToggle(): void
}) {
  const { t } = useTranslation('company')
  return (
    <li>
      <Checkbox checked={isKnown || isChosen} disabled={isKnown} onChange={onToggle}>
        <bdi>{row.name}</bdi>
      </Checkbox>
      <span className="quiet">
        <Day date={row.date} />
        {row.kind === 'working' && (
          <ColourTag soft colour="blue">
            {t('workingDay')}
          </ColourTag>
        )}
        {row.certainty === 'estimated' && (
          <ColourTag soft colour="orange">
            {t('certainty_estimated')}
          </ColourTag>
        )}
        {isKnown && <span> · {t('holidayKnown')}</span>}
      </span>
    </li>
  )
}

/** With its weekday: a holiday on a day off is seen. */
function Day({ date }: { date: string }) {
  const { language } = useFormat()
  return <>{formatFor(language, 'UTC').day(date)}</>
}

function ShortDay({ date }: { date: string }) {
  const { language } = useFormat()
  return <>{formatFor(language, 'UTC').date(new Date(`${date}T00:00:00Z`))}</>
}
