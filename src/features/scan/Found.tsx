/** What the code means: the thing, with what is due there; or why there is none. */
import { PlayCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router-dom'
import type { Scanned } from '#contract/rules/scanned'
import { search } from '#contract/search'
import { injectContract } from '../../api/api.ts'
import { equipmentCalls, locationCalls, procedureCalls } from '../../entities/calls.ts'
import { rruleCalls } from '../../entities/recurrence/calls.ts'
import { useScheduleLabels } from '../../entities/recurrence/useScheduleLabels.ts'
import { useMay } from '../../entities/session/useSession.ts'
import { pathTo } from '../../lib/paths.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { answerToShow } from '../../ui/listQuery.ts'
import { Remaining, StatusTag } from '../../ui/marks.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import styles from './scan.module.css'

const { useFindByNumberQuery } = injectContract(search)

type Thing = Omit<Extract<Scanned, { is: 'thing' }>, 'is'>

/** Checks that are shown at once; more hang on no one thing. */
const SHOWN = 10

const addressOf = ({ kind, id }: Thing): string =>
  pathTo(kind === 'equipment' ? 'equipment' : 'locations', undefined, { id })

export function Found({ scanned }: { scanned: Scanned }) {
  const { t } = useTranslation('scan')
  if (scanned.is === 'thing') return <FoundThing thing={scanned} />
  if (scanned.is === 'code') return <ByNumber code={scanned.code} />
  return (
    <p role="alert" className={styles.refused}>
      {scanned.is === 'elsewhere' ? t('elsewhere', { host: scanned.host }) : t(scanned.is)}
    </p>
  )
}

function ByNumber({ code }: { code: string }) {
  const { t } = useTranslation('scan')
  const query = useFindByNumberQuery({ params: { number: code } })
  const data = answerToShow(query)
  if (data === undefined)
    return query.error === undefined ? (
      <LoadingState rows={2} />
    ) : (
      <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
    )
  const [first, ...others] = data.rows
  if (first === undefined)
    return (
      <p role="alert" className={styles.refused}>
        {t('noneOf', { code })}
      </p>
    )
  if (others.length === 0) return <FoundThing thing={first} />
  return (
    <section className={styles.found}>
      <p>{t('severalOf', { code })}</p>
      <ul>
        {data.rows.map((row) => (
          <li key={`${row.kind}-${row.id}`}>
            <Link to={addressOf(row)}>
              <bdi>{row.name}</bdi>
            </Link>{' '}
            {row.place !== null && <bdi className="quiet">{row.place}</bdi>}
          </li>
        ))}
      </ul>
      {data.isCut && <p>{t('more')}</p>}
    </section>
  )
}

/** As many as one looks through with the thing in front of one; its page has the rest. */
const MOST_OFFERED = 5

/** Procedures that were made for things of such a type; what fits everything is on its page. */
function useMadeFor(typeId: number | undefined, skip: boolean) {
  const query = procedureCalls.useListProceduresQuery(
    { body: { isActive: true, sort: 'name', limit: 200 } },
    { skip: skip || typeId === undefined },
  )
  const made = (answerToShow(query)?.rows ?? []).filter(
    (one) => typeId !== undefined && one.equipmentTypeIds.some((id) => Number(id) === typeId),
  )
  return { made, isWaiting: query.isLoading }
}

/**
 * Opened at once, unless something is due there or a procedure was made for it: then that is
 * offered, what is due first.
 */
function FoundThing({ thing }: { thing: Thing }) {
  const { t } = useTranslation('scan')
  const words = useScheduleLabels()
  const isThing = thing.kind === 'equipment'
  const params = { id: thing.id }
  const mayPerform = useMay('performer|procedures')
  const equipment = equipmentCalls.useGetEquipmentQuery({ params }, { skip: !isThing })
  const location = locationCalls.useGetLocationQuery({ params }, { skip: isThing })
  const at = isThing ? { equipmentId: thing.id } : { locationId: thing.id }
  const due = rruleCalls.useListOccurrencesQuery(
    { body: { ...at, states: ['due', 'late'], sort: 'at', limit: SHOWN } },
    { skip: !mayPerform },
  )
  const query = isThing ? equipment : location
  const one = isThing ? answerToShow(equipment) : answerToShow(location)
  const { made, isWaiting } = useMadeFor(
    one !== undefined && 'type' in one && isThing ? Number(one.type.id) : undefined,
    !mayPerform,
  )
  if (query.error !== undefined && one === undefined)
    return <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
  const checks = answerToShow(due)
  // Whether anything is due may stay unknown: the thing is opened all the same.
  if (
    one === undefined ||
    isWaiting ||
    (mayPerform && checks === undefined && due.error === undefined)
  )
    return <LoadingState rows={3} />
  const rows = checks?.rows ?? []
  const others = made
    .filter(({ id }) => rows.every(({ procedure }) => procedure.id !== id))
    .slice(0, MOST_OFFERED)
  if (rows.length + others.length === 0) return <Navigate to={addressOf(thing)} replace />
  const number = 'equipmentId' in one ? one.equipmentId : one.code
  const place = 'equipmentId' in one ? one.location?.name : one.parent?.name
  return (
    <section className={styles.found} aria-label={one.name}>
      <h2>
        <bdi>{one.name}</bdi>
      </h2>
      <p className="quiet">
        {[number, place].flatMap((text) => (text == null ? [] : [text])).join(' · ')}
      </p>
      {'status' in one && <StatusTag status={one.status} />}
      {rows.length > 0 && <h3>{t('due')}</h3>}
      <ul className={styles.checks}>
        {rows.map(({ id, procedure, at: when, dueBy }) => (
          <li key={id}>
            <LinkButton
              block
              size="large"
              type="primary"
              icon={<PlayCircleOutlined aria-hidden className="turns" />}
              to={pathTo('procedurePerform', { procedureId: procedure.id }, at)}
            >
              {t('perform', { name: procedure.name })}
            </LinkButton>
            <span className="quiet">{words.moment(dueBy ?? when)}</span>
          </li>
        ))}
      </ul>
      <Remaining count={(checks?.count ?? 0) - rows.length} />
      {others.length > 0 && (
        <ul className={styles.checks}>
          {others.map((procedure) => (
            <li key={procedure.id}>
              <LinkButton
                block
                size="large"
                icon={<PlayCircleOutlined aria-hidden className="turns" />}
                to={pathTo('procedurePerform', { procedureId: procedure.id }, at)}
              >
                {t('perform', { name: procedure.name })}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      <LinkButton block size="large" to={addressOf(thing)}>
        {t('open')}
      </LinkButton>
    </section>
  )
}
