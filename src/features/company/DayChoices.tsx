import { Button, Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { MAX_HOLIDAYS } from '#contract/company/company.ts'
import type { ListedHoliday } from '#contract/company/holidayLists.ts'
import { formatFor, useFormat } from '#lib/format.tsx'
import { ColourTag } from '#ui/page/marks.tsx'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import { isTaken } from './holidayList.ts'
import type { DayChoice } from './useDayChoice.ts'
import styles from './company.module.css'

export function DayChoices({
  choice,
  label,
  empty,
}: {
  choice: DayChoice
  label: string
  empty: string
}) {
  const { t } = useTranslation('company')
  const { rows, holidays, gone, after, isTooMany, isChosen, toggle, unchosen, chooseAll } = choice
  return (
    <>
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
      {rows !== undefined && rows.length === 0 && <p>{empty}</p>}
      {unchosen.length > 1 && (
        <Button type="link" size="small" onClick={chooseAll}>
          {t('chooseOtherDays', { count: unchosen.length })}
        </Button>
      )}
      {rows !== undefined && rows.length > 0 && (
        <ScrollRegion className={styles.holidayListed} label={label}>
          <ul>
            {rows.map((row) => (
              <Listed
                key={`${row.date} ${row.kind} ${row.name}`}
                row={row}
                isTaken={isTaken(row, holidays)}
                isChosen={isChosen(row)}
                onToggle={() => toggle(row.date)}
              />
            ))}
          </ul>
        </ScrollRegion>
      )}
    </>
  )
}

interface ListedProps {
  row: ListedHoliday
  isTaken: boolean
  isChosen: boolean
  onToggle(): void
}

function Listed({ row, isTaken: isKnown, isChosen, onToggle }: ListedProps) {
  const { t } = useTranslation('company')
  return (
    <li>
      <Checkbox checked={isKnown || isChosen} disabled={isKnown} onChange={onToggle}>
        <bdi>{row.name}</bdi>
        {/** several days can have one name */}
        <span className="visually-hidden">
          {' '}
          <Day date={row.date} />
        </span>
      </Checkbox>
      <span className="quiet">
        <span aria-hidden="true">
          <Day date={row.date} />
        </span>
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

/** Shows the weekday, so that users see if a holiday falls on a day off. */
function Day({ date }: { date: string }) {
  const { language } = useFormat()
  return <>{formatFor(language, 'UTC').day(date)}</>
}
