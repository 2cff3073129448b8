import type { ReactElement } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import './sentence.css'

/** What stands in the blanks: words to read, or controls to choose with. */
export interface SentenceBlanks {
  procedure: ReactElement
  objects: ReactElement
  /** Absent: any score, and the sentence does not speak of it. */
  score?: ReactElement
  actions: readonly TicketBlanks[]
}

export interface TicketBlanks {
  ticketType: ReactElement
  /** Absent: the ticket names itself, and the sentence does not speak of it. */
  title?: ReactElement
  assignee: ReactElement
}

/** 'When … is done at … and the score is …, then …' in the order of the reader's language: one whole sentence a
 *  language, never pieces put together. */
export function Sentence({ procedure, objects, score, actions }: SentenceBlanks) {
  const { t } = useTranslation('automations')
  const components = { procedure, objects, actions: <Actions actions={actions} /> }
  return (
    <p className="sentence">
      {score === undefined
        ? <Trans t={t} i18nKey="sentence.anyScore" components={components} />
        : <Trans t={t} i18nKey="sentence.withScore" components={{ ...components, score }} />}
    </p>
  )
}

function Actions({ actions }: { actions: readonly TicketBlanks[] }) {
  const { t } = useTranslation('automations')
  return actions.map((blanks, index) => {
    const clause = <OpenTicket blanks={blanks} />
    return index === 0 ? <span key={index}>{clause}</span> : <Trans key={index} t={t} i18nKey="sentence.another" components={{ action: clause }} />
  })
}

function OpenTicket({ blanks: { ticketType, title, assignee } }: { blanks: TicketBlanks }) {
  const { t } = useTranslation('automations')
  if (title === undefined) return <Trans t={t} i18nKey="action.openTicket" components={{ ticketType, assignee }} />
  return <Trans t={t} i18nKey="action.openTitledTicket" components={{ ticketType, title, assignee }} />
}
