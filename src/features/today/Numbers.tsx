/** Numbers of the company, as far as rights reach; each is the count of the list that it opens. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { automationCalls } from '../../entities/automations/calls.ts'
import { equipmentCalls, peopleCalls, referenceListCalls } from '../../entities/calls.ts'
import { filterSearch } from '../../entities/filterObject/filterAddress.ts'
import { rruleCalls } from '../../entities/recurrence/calls.ts'
import { useMay } from '../../entities/session/useSession.ts'
import { ticketCalls } from '../../entities/tickets/calls.ts'
import { pathTo } from '../../lib/paths.ts'
import { useFormat } from '../../lib/format.tsx'
import { answerToShow } from '../../ui/listQuery.ts'
import styles from './today.module.css'

interface Shown {
  key: 'lateThings' | 'openTickets' | 'unusable' | 'reviews' | 'ticketReviews' | 'invited'
  /** Undefined: not asked for, or not answered. */
  count: number | undefined
  to: string
}

/** How the company stands; a zero is an answer too. */
export function CompanyNumbers() {
  const skip = !useMay('viewer|reports')
  const statusesQuery = referenceListCalls.useGetEquipmentStatusesQuery(undefined, { skip })
  const statuses = answerToShow(statusesQuery)
  const unusable = statuses?.rows.flatMap(({ id, isUsable }) => (isUsable ? [] : [id])) ?? []
  const filter = { equipmentStatusIds: unusable }
  const late = answerToShow(
    rruleCalls.useListEquipmentSchedulesQuery({ body: { isLate: true, limit: 1 } }, { skip }),
  )
  const tickets = answerToShow(
    ticketCalls.useListTicketsQuery(
      { body: { categories: ['open', 'inProgress', 'waiting'], limit: 1 } },
      { skip },
    ),
  )
  const broken = answerToShow(
    equipmentCalls.useListEquipmentQuery(
      { body: { filter, limit: 1 } },
      { skip: skip || unusable.length === 0 },
    ),
  )
  return (
    <NumberList
      part="company"
      numbers={[
        {
          key: 'lateThings',
          count: late?.count,
          to: pathTo('equipmentSchedules', undefined, { late: '1' }),
        },
        { key: 'openTickets', count: tickets?.count, to: pathTo('tickets') },
        {
          key: 'unusable',
          count: broken?.count,
          to: pathTo('equipment', undefined, filterSearch(filter)),
        },
      ]}
    />
  )
}

/** What waits for who keeps the company in order; gone when done. */
export function KeepInOrder() {
  const mayRules = useMay('editor|automations')
  const mayPeople = useMay('editor|users')
  const rules = answerToShow(
    automationCalls.useListAutomationsQuery(
      { body: { centre: 'automationCenter', needsReview: true, limit: 1 } },
      { skip: !mayRules },
    ),
  )
  const ticketRules = answerToShow(
    automationCalls.useListAutomationsQuery(
      { body: { centre: 'ticketCenter', needsReview: true, limit: 1 } },
      { skip: !mayRules },
    ),
  )
  const invited = answerToShow(
    peopleCalls.useListUsersQuery(
      { body: { states: ['invited'], limit: 1 } },
      { skip: !mayPeople },
    ),
  )
  const numbers: Shown[] = [
    {
      key: 'reviews',
      count: rules?.count,
      to: pathTo('automationCenter', undefined, { review: '1' }),
    },
    {
      key: 'ticketReviews',
      count: ticketRules?.count,
      to: pathTo('ticketCenter', undefined, { review: '1' }),
    },
    {
      key: 'invited',
      count: invited?.count,
      to: pathTo('users', undefined, { state: 'invited' }),
    },
  ]
  return <NumberList part="order" numbers={numbers.filter(({ count }) => count !== 0)} />
}

function NumberList({ part, numbers }: { part: 'company' | 'order'; numbers: Shown[] }) {
  const { t } = useTranslation('today')
  const format = useFormat()
  const known = numbers.flatMap(({ count, ...one }) =>
    count === undefined ? [] : [{ ...one, count }],
  )
  if (known.length === 0) return null
  return (
    <section className={styles.part} aria-label={t(part)}>
      <h2>{t(part)}</h2>
      <ul className={styles.numbers}>
        {known.map(({ key, count, to }) => (
          <li key={key}>
            <Link className={styles.number} to={to}>
              <strong className="numbers">{format.number(count)}</strong> <span>{t(key)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
