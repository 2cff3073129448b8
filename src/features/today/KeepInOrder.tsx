/** What is to be kept in order, as far as rights reach; each number is the count of its list. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { automationCalls } from '../../entities/automations/calls.ts'
import { peopleCalls } from '../../entities/calls.ts'
import { useMay } from '../../entities/session/useSession.ts'
import { pathTo } from '../../lib/paths.ts'
import { useFormat } from '../../lib/format.tsx'
import { answerToShow } from '../../ui/listQuery.ts'
import styles from './today.module.css'

interface Shown {
  key: 'reviews' | 'ticketReviews' | 'invited'
  /** Undefined: not asked for, or not answered. */
  count: number | undefined
  to: string
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
