import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { POLL, todayCalls } from './calls.ts'
import { checksOfPlace, lateOfPlace, overdueTicketsOfPerson } from './rowsOf.ts'
import styles from './today.module.css'

export function Behind() {
  const { t } = useTranslation(['today', 'tickets'])
  const format = useFormat()
  const skip = !useMay('viewer|reports')
  const answer = answerToShow(todayCalls.useGetBehindQuery(undefined, { ...POLL, skip }))
  if (answer === undefined) return null
  const share = (value: number) => format.percent(Math.round(value))
  return (
    <>
      {answer.places.length > 0 && (
        <section className={styles.part} aria-label={t('behind')}>
          <h2>{t('behind')}</h2>
          <ul className={`${styles.rows} ${styles.places}`}>
            {answer.places.map(({ id, name, lateThings, onTime, onTimeBefore }) => (
              <li key={id} data-worst="late">
                <span className={styles.placeName}>
                  <Link to={pathTo('locations', undefined, { id })}>
                    <bdi>{name}</bdi>
                  </Link>
                  {onTime !== null && (
                    <span className="quiet">
                      <Link to={checksOfPlace(id, format)}>
                        {t('inTime', { share: share(onTime) })}
                        <span className="visually-hidden">: {name}</span>
                      </Link>
                      {onTimeBefore !== null && Math.round(onTimeBefore) !== Math.round(onTime) && (
                        <>
                          {' · '}
                          <Link to={checksOfPlace(id, format, 1)}>
                            {t('before', { share: share(onTimeBefore) })}
                            <span className="visually-hidden">: {name}</span>
                          </Link>
                        </>
                      )}
                    </span>
                  )}
                </span>
                <span className={styles.placeNeeds}>
                  <Link data-need="late" to={lateOfPlace(id)}>
                    {t('lateOf', { count: lateThings, n: format.number(lateThings) })}
                    <span className="visually-hidden">: {name}</span>
                  </Link>
                </span>
              </li>
            ))}
          </ul>
          <Remaining count={answer.placesRemaining} />
        </section>
      )}
      {answer.people.length > 0 && (
        <section className={styles.part} aria-label={t('behindPeople')}>
          <h2>{t('behindPeople')}</h2>
          <ul className={`${styles.rows} ${styles.places}`}>
            {answer.people.map(({ id, name, overdueTickets }) => (
              <li key={id ?? 0}>
                <bdi className={styles.placeName}>{name ?? t('tickets:nobody')}</bdi>
                <span className={styles.placeNeeds}>
                  <Link to={overdueTicketsOfPerson(id)}>
                    {t('overdueOf', {
                      count: overdueTickets,
                      n: format.number(overdueTickets),
                    })}
                    <span className="visually-hidden">: {name ?? t('tickets:nobody')}</span>
                  </Link>
                </span>
              </li>
            ))}
          </ul>
          <Remaining count={answer.peopleRemaining} />
        </section>
      )}
    </>
  )
}
