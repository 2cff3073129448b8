import { Link } from 'react-router-dom'
import type { RunSubject } from '#contract/automation/automation.ts'
import { pathTo } from '#lib/paths.ts'

interface Props {
  of: { procedureLogId: number | null; subject: RunSubject | null }
  children: string
}

/** A link to what a rule acted on. */
export function SubjectLink({ of: { procedureLogId, subject }, children }: Props) {
  const to =
    procedureLogId === null ? addressOf(subject) : pathTo('procedureLog', { procedureLogId })
  return to === null ? (
    <bdi>{children}</bdi>
  ) : (
    <Link to={to}>
      <bdi>{children}</bdi>
    </Link>
  )
}

function addressOf(subject: RunSubject | null): string | null {
  switch (subject?.kind) {
    case 'ticket':
      return pathTo('ticket', { ticketId: subject.id })
    case 'equipment':
      return pathTo('equipment', undefined, { id: subject.id })
    case 'occurrence':
      return pathTo('procedure', { procedureId: subject.id })
    case 'sensor':
      return pathTo('sensors', undefined, { id: subject.id })
    case 'stock':
      return pathTo('inventory', undefined, { id: subject.id })
    default:
      return null
  }
}
