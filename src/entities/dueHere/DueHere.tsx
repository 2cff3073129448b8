import { PlayCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'
import { pathTo } from '#lib/paths.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { Remaining, StatusTag } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { locationCalls } from '#entities/calls/locations.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { PerformMenu } from '#entities/recurrence/PerformMenu.tsx'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { useMay } from '#entities/session/useSession.ts'
import { ReportProblem } from '#entities/tickets/ReportProblem.tsx'
import { useChecksStillOpen } from '#entities/unsent/useChecksStillOpen.ts'
import styles from './dueHere.module.css'

export interface DueHereOf {
  kind: 'equipment' | 'location'
  id: number
}

/** Checks shown at first; the entity's page has the full list. */
const SHOWN = 10
/** Maximum procedures offered; the entity's page has the others. */
const MAX_OFFERED = 5

export const pageOf = ({ kind, id }: DueHereOf): string =>
  pathTo(kind === 'equipment' ? 'equipment' : 'locations', undefined, { id })

/** `whenIdle`: shown if nothing is due and no procedure applies specifically. */
export function DueHere({ thing, whenIdle }: { thing: DueHereOf; whenIdle?: ReactNode }) {
  const { t } = useTranslation('scan')
  const { one, failure, retry, isWaiting, checks, made } = useInFront(thing)
  if (one === undefined && failure !== undefined)
    return <ErrorState failure={failure} onRetry={retry} />
  if (one === undefined || isWaiting) return <LoadingState rows={3} />
  const rows = checks?.rows ?? []
  const others = made
    .filter(({ id }) => rows.every(({ procedure }) => procedure.id !== id))
    .slice(0, MAX_OFFERED)
  if (rows.length + others.length === 0 && whenIdle !== undefined) return whenIdle
  const number = 'equipmentId' in one ? one.equipmentId : one.code
  const place = 'equipmentId' in one ? one.location?.name : one.parent?.name
  const itself = thing.kind === 'equipment' ? { equipmentId: thing.id } : { locationId: thing.id }
  return (
    <section className={styles.inFront} aria-label={one.name}>
      <h2>
        <bdi>{one.name}</bdi>
      </h2>
      <p className="quiet">
        <bdi>{number}</bdi>
        {number !== null && place !== undefined && ' · '}
        <bdi>{place}</bdi>
      </p>
      {'status' in one && <StatusTag status={one.status} />}
      {rows.length > 0 ? <h3>{t('due')}</h3> : <p>{t('nothingDue')}</p>}
      <ul className={styles.checks}>
        {rows.map((check) => (
          <DueCheck key={check.id} check={check} thing={thing} />
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
                to={pathTo('procedurePerform', { procedureId: procedure.id }, itself)}
              >
                {t('perform', { name: procedure.name })}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.verbs}>
        <ReportProblem {...{ [thing.kind]: { id: thing.id, name: one.name } }} />
        <PerformMenu
          at={
            'status' in one
              ? { equipmentId: thing.id, typeId: one.type.id }
              : { locationId: thing.id }
          }
        />
        <LinkButton to={pageOf(thing)}>{t('open')}</LinkButton>
      </div>
    </section>
  )
}

/** In a room most checks are on equipment inside it, so its name is shown. */
function DueCheck({ check, thing }: { check: OccurrenceRow; thing: DueHereOf }) {
  const { t } = useTranslation(['scan', 'today'])
  const words = useScheduleLabels()
  const { procedure, equipment, location } = check
  const on = equipment ?? location
  const isElse = on?.id !== thing.id || (equipment === null) !== (thing.kind === 'location')
  const params = equipment === null ? { locationId: location?.id } : { equipmentId: equipment.id }
  return (
    <li>
      <LinkButton
        block
        size="large"
        type="primary"
        icon={<PlayCircleOutlined aria-hidden className="turns" />}
        to={pathTo('procedurePerform', { procedureId: procedure.id }, params)}
      >
        {t('perform', { name: procedure.name })}
      </LinkButton>
      <span className={check.isLate ? styles.late : 'quiet'}>
        {isElse && on !== null && (
          <>
            <Link to={pageOf({ kind: equipment === null ? 'location' : 'equipment', id: on.id })}>
              <bdi>{on.name}</bdi>
            </Link>
            {' · '}
          </>
        )}
        {t(check.dueBy === null || check.isLate ? 'today:since' : 'today:until', {
          date: words.moment(check.dueBy ?? check.at),
        })}
      </span>
    </li>
  )
}

function useInFront({ kind, id }: DueHereOf) {
  const isThing = kind === 'equipment'
  const params = { id }
  const mayPerform = useMay('performer|procedures')
  const equipment = equipmentCalls.useGetEquipmentQuery({ params }, { skip: !isThing })
  const location = locationCalls.useGetLocationQuery({ params }, { skip: isThing })
  const at = isThing ? { equipmentId: id } : { withinId: id }
  const due = rruleCalls.useListOccurrencesQuery(
    { body: { ...at, states: ['due', 'late'], sort: 'at', limit: SHOWN } },
    { skip: !mayPerform },
  )
  const asked = isThing ? equipment : location
  const one = isThing ? answerToShow(equipment) : answerToShow(location)
  const typeId = one !== undefined && 'type' in one && isThing ? Number(one.type.id) : undefined
  const procedures = procedureCalls.useListProceduresQuery(
    { body: { isActive: true, sort: 'name', limit: 200 } },
    { skip: !mayPerform || typeId === undefined },
  )
  const checks = useChecksStillOpen(answerToShow(due))
  return {
    one,
    failure: asked.error,
    retry: () => void asked.refetch(),
    checks,
    // Due checks may fail to load; the rest is still shown.
    isWaiting:
      procedures.isLoading || (mayPerform && checks === undefined && due.error === undefined),
    // Procedures for any equipment are listed on the equipment's own page.
    made: (answerToShow(procedures)?.rows ?? []).filter((each) =>
      each.equipmentTypeIds.some((made) => Number(made) === typeId),
    ),
  }
}
