import { CheckCircleFilled, CloseCircleOutlined, WarningOutlined } from '@ant-design/icons'
import { Collapse } from 'antd'
import { useTranslation } from 'react-i18next'
import type { AssignmentCandidate } from '#contract/rrules/assignments.ts'
import { assignments } from '#contract/rrules/assignments.ts'
import type { Output } from '#contract/endpoint.ts'
import { injectContract } from '#api/api.ts'
import { useFormat } from '#lib/format.tsx'
import { When } from '#ui/page/marks.tsx'
import styles from './TicketPanel.module.css'

const { useListTicketAssignmentsQuery } = injectContract(assignments)
type Assignment = Output<typeof assignments.listTicketAssignments>[number]

export function TicketAssignments({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation('tickets')
  const { data } = useListTicketAssignmentsQuery({ params: { id: ticketId } })
  if (data === undefined || data.length === 0) return null
  return (
    <section className={styles.ticketAssignments} aria-label={t('assignment.title')}>
      <h3>{t('assignment.title')}</h3>
      <ul>
        {data.map((assignment, index) => (
          <li key={index} data-outcome={assignment.outcome}>
            <AssignmentLine
              assignment={assignment}
              isOpen={index === 0 && assignment.outcome === 'nobodyEligible'}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function AssignmentLine({ assignment, isOpen }: { assignment: Assignment; isOpen: boolean }) {
  const { t } = useTranslation('tickets')
  const { outcome, chosen, source, automation, candidates, at, decidedBy } = assignment
  const isUnmanned = assignment.by === 'duty' && outcome === 'nobodyEligible' && !candidates.length
  const head = (
    <span>
      {outcome === 'nobodyEligible' && (
        <WarningOutlined aria-hidden className={styles.assignmentNobody} />
      )}{' '}
      <span dir="auto">
        {outcome === 'assigned'
          ? t('assignment.assigned', { name: chosen?.name ?? '' })
          : t(`assignment.${isUnmanned ? 'nobodyOnDuty' : outcome}`)}
      </span>{' '}
      <span className="quiet" dir="auto">
        {source !== null && t(`assignment.by_${assignment.by}`, { source })}
        {automation !== null && automation !== '' && (
          <>
            {' '}
            · <bdi>{automation}</bdi>
          </>
        )}{' '}
        · <When at={at} />
      </span>
    </span>
  )
  if (candidates.length === 0) return head
  return (
    <Collapse
      ghost
      size="small"
      defaultActiveKey={isOpen ? ['why'] : []}
      items={[
        {
          key: 'why',
          label: head,
          children: (
            <>
              <ul className={styles.assignmentCandidates}>
                {candidates.map((candidate) => (
                  <li key={candidate.userId}>
                    <Candidate candidate={candidate} />
                  </li>
                ))}
              </ul>
              <p className="quiet">{t(`assignment.decidedBy_${decidedBy}`)}</p>
            </>
          ),
        },
      ]}
    />
  )
}

function Candidate({
  candidate: { name, isChosen, reasons, load, availableUntil, words },
}: {
  candidate: AssignmentCandidate
}) {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  const facts = [
    t('assignment.load', { count: load }),
    ...(availableUntil === null
      ? []
      : [t('assignment.until', { until: format.dateTime(availableUntil) })]),
    ...(words.length === 0 ? [] : [t('assignment.words', { words: format.list(words) })]),
    ...reasons.map((reason) => t(`assignment.reason_${reason}`)),
  ]
  return (
    <>
      {reasons.length === 0 ? (
        <CheckCircleFilled className={styles.assignmentMay} aria-label={t('assignment.may')} />
      ) : (
        <CloseCircleOutlined
          className={styles.assignmentMayNot}
          aria-label={t('assignment.mayNot')}
        />
      )}
      <span>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {isChosen && <> – {t('assignment.chosen')}</>}{' '}
        <span className="quiet">{facts.join(' · ')}</span>
      </span>
    </>
  )
}
