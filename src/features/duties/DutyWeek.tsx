import { LeftOutlined, RightOutlined, SwapOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DutyRow, DutySpanRow } from '#contract/duties/duties.ts'
import { colours } from '#contract/colours.ts'
import { startOfDay } from '#contract/timeZones/wallTime.ts'
import { dutyCalls } from '#entities/duties/calls.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { DutyChangeDialog, type Begun } from './DutyChangeDialog.tsx'
import { DutyChanges } from './DutyChanges.tsx'
import { addDays, daysOf, firstDayOfWeek, type DayPart, type DutyDay } from './dutyDays.ts'
import styles from './duties.module.css'

export function DutyWeek({ row }: { row: DutyRow }) {
  const { t } = useTranslation('duties')
  const format = useFormat()
  const { timeZone, weekStart } = format
  const [firstDay, setFirstDay] = useState(() => firstDayOfWeek(Date.now(), weekStart, timeZone))
  const [begun, setBegun] = useState<Begun | null>(null)
  const mayChange = useMayChange(row)
  const query = dutyCalls.useGetDutySpansQuery({
    params: { id: row.id },
    body: {
      from: new Date(startOfDay(firstDay, timeZone)).toISOString(),
      to: new Date(startOfDay(addDays(firstDay, 7), timeZone)).toISOString(),
    },
  })
  const answer = answerToShow(query)
  return (
    <div className={styles.week}>
      <div className={styles.weekHead}>
        <Button
          icon={<LeftOutlined className={styles.arrow} aria-hidden />}
          aria-label={t('weekBefore')}
          onClick={() => setFirstDay(addDays(firstDay, -7))}
        />
        <strong aria-live="polite">
          {format.calendarDay(firstDay)} – {format.calendarDay(addDays(firstDay, 6))}
        </strong>
        <Button
          icon={<RightOutlined className={styles.arrow} aria-hidden />}
          aria-label={t('weekAfter')}
          onClick={() => setFirstDay(addDays(firstDay, 7))}
        />
        {mayChange && (
          <Button className={styles.weekChange} onClick={() => setBegun({})}>
            {t('change')}
          </Button>
        )}
      </div>
      {answer === undefined ? (
        query.error === undefined ? (
          <LoadingState rows={7} />
        ) : (
          <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <>
          <ul className={styles.days}>
            {daysOf(answer.spans, firstDay, timeZone).map((day) => (
              <Day key={day.day} row={row} of={day} {...(mayChange && { onChange: setBegun })} />
            ))}
          </ul>
          <DutyChanges changes={answer.changes} />
        </>
      )}
      {begun !== null && (
        <DutyChangeDialog row={row} begun={begun} onClose={() => setBegun(null)} />
      )}
    </div>
  )
}

/** Managers change all of a duty, its people their own hours. */
function useMayChange({ people }: DutyRow): boolean {
  const claims = useClaims()
  const mayEdit = useMay('editor|duties')
  return mayEdit || people.some(({ id }) => id === claims?.userId)
}

interface DayProps {
  row: DutyRow
  of: DutyDay
  onChange?(begun: Begun): void
}

function Day({ row, of: { at, parts }, onChange }: DayProps) {
  const format = useFormat()
  return (
    <li className={styles.day}>
      <h3>{format.day(at)}</h3>
      <div className={styles.bar} aria-hidden="true">
        {parts.map((part) => (
          <span
            key={part.from}
            style={{ flexGrow: part.share, '--who': colourOf(row, part.span) }}
            data-state={stateOf(part.span)}
          />
        ))}
      </div>
      <ul>
        {parts
          .filter(({ span }) => span.state !== 'off')
          .map((part) => (
            <Part key={part.from} row={row} of={part} {...(onChange && { onChange })} />
          ))}
      </ul>
    </li>
  )
}

const stateOf = ({ state, isHole }: DutySpanRow) =>
  isHole ? 'hole' : state === 'off' ? 'off' : 'onDuty'

function colourOf({ people }: DutyRow, { person }: DutySpanRow): string {
  const place = people.findIndex(({ id }) => id === person?.id)
  const colour = place === -1 ? undefined : colours[place % colours.length]
  return colour === undefined ? 'var(--pr-text-quiet)' : `var(--pr-${colour})`
}

interface PartProps {
  row: DutyRow
  of: DayPart
  onChange?(begun: Begun): void
}

function Part({ row, of: { span, from, to }, onChange }: PartProps) {
  const { t } = useTranslation('duties')
  const format = useFormat()
  const claims = useClaims()
  const mayEdit = useMay('editor|duties')
  const mayOffer = mayEdit || span.person?.id === claims?.userId
  const [now] = useState(() => Date.now())
  const isFuture = Date.parse(span.to) > now
  const hindrance =
    span.state === 'absent'
      ? t('absent')
      : span.hindrances.map((one) => t(`hindrance.${one}`)).join(', ')
  return (
    <li className={styles.part} data-state={stateOf(span)}>
      <span
        className={styles.dot}
        style={{ '--who': colourOf(row, span) }}
        data-state={stateOf(span)}
        aria-hidden="true"
      />
      <span className={styles.time}>
        {format.time(from)}–{format.time(to)}
      </span>
      <span className={styles.who}>
        {span.person === null ? t('nobody') : <bdi>{span.person.name}</bdi>}
        {hindrance !== '' && <span className={styles.fault}> · {hindrance}</span>}
        {span.changeId !== null && span.state === 'onDuty' && (
          <span className="quiet"> · {t('changed')}</span>
        )}
      </span>
      {onChange !== undefined && mayOffer && isFuture && (
        <Button
          size="small"
          type="text"
          icon={<SwapOutlined aria-hidden />}
          aria-label={t('changeOf', { time: `${format.dateTime(from)} – ${format.time(to)}` })}
          onClick={() => onChange({ span })}
        />
      )}
    </li>
  )
}
