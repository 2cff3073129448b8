import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { locationCalls } from '#entities/calls/locations.ts'
import { NeedOnMap } from '#entities/whereabouts/OnSmallMap.tsx'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { POLL } from './calls.ts'
import { lateOfPlace, openTicketsOfPlace } from './rowsOf.ts'
import styles from './today.module.css'

const SHOWN = 12
/** Maximum locations per call. */
const MAX_PLACES = 200

export function Building() {
  const { t } = useTranslation(['today', 'common'])
  const format = useFormat()
  const [limit, setLimit] = useState(SHOWN)
  const query = locationCalls.useListPlacesInNeedQuery({ body: { limit } }, POLL)
  const places = answerToShow(query)
  const list = useRef<HTMLUListElement>(null)
  const isOpened = limit > SHOWN && (places?.rows.length ?? 0) > SHOWN
  useEffect(() => {
    if (isOpened) list.current?.children[SHOWN]?.querySelector('a')?.focus()
  }, [isOpened])
  if (places === undefined) return null
  return (
    <section className={styles.part} aria-label={t('building')}>
      <h2>
        <Link to={pathTo('locations')}>{t('building')}</Link>
      </h2>
      {places.rows.length > 0 && <NeedOnMap places={places.rows} />}
      {places.rows.length === 0 ? (
        <p className="quiet">{t('buildingWell')}</p>
      ) : (
        <ul ref={list} className={`${styles.rows} ${styles.places}`}>
          {places.rows.map(({ id, name, within, lateThings, openTickets }) => (
            <li key={id} data-worst={lateThings > 0 ? 'late' : 'ticket'}>
              <Link className={styles.placeName} to={pathTo('locations', undefined, { id })}>
                <bdi>{name}</bdi>
                {within !== null && <bdi className="quiet">{within}</bdi>}
              </Link>
              <span className={styles.placeNeeds}>
                {lateThings > 0 && (
                  <Link data-need="late" to={lateOfPlace(id)}>
                    {t('lateOf', { count: lateThings, n: format.number(lateThings) })}
                    <span className="visually-hidden">: {name}</span>
                  </Link>
                )}
                {openTickets > 0 && (
                  <Link to={openTicketsOfPlace(id)}>
                    {t('ticketsOf', { count: openTickets, n: format.number(openTickets) })}
                    <span className="visually-hidden">: {name}</span>
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {limit === SHOWN && places.count > places.rows.length ? (
        <Button type="link" loading={query.isFetching} onClick={() => setLimit(MAX_PLACES)}>
          {t('common:moreRemaining', { count: places.count - places.rows.length })}
        </Button>
      ) : (
        <Remaining count={places.count - places.rows.length} />
      )}
    </section>
  )
}
