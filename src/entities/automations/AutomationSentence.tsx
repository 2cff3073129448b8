import { useTranslation } from 'react-i18next'
import type { Automation } from '#contract/automation'
import type { AutomationAction } from '#contract/automation/actions'
import { namesOf, type Names } from './names.ts'
import { Sentence, type TicketBlanks } from './Sentence.tsx'
import { usePhrases } from './usePhrases.ts'

/** An automation to read. What is gone shows its last name, struck through. */
export function AutomationSentence({ automation }: { automation: Pick<Automation, 'procedure' | 'filters' | 'actions' | 'names' | 'missing'> }) {
  const { t } = useTranslation('automations')
  const phrases = usePhrases()
  const names = namesOf(automation)
  const score = automation.filters.find((filter) => filter.kind === 'score')
  const objects = automation.filters.find((filter) => filter.kind === 'objects')?.filter ?? {}
  return (
    <Sentence
      procedure={<Said words={automation.procedure.name} />}
      objects={<Said words={phrases.objects(objects, names)} />}
      {...(score === undefined ? {} : { score: <Said words={phrases.score(score)} /> })}
      actions={automation.actions.map((action) => saidAction(action, names, t('assignee.nobody'), t('unknown')))}
    />
  )
}

function saidAction({ ticketTypeId, title, assigneeId }: AutomationAction, names: Names, nobody: string, unknown: string): TicketBlanks {
  return {
    ticketType: <Said words={names.of('ticketType', ticketTypeId) ?? unknown} isMissing={names.isMissing('ticketType', ticketTypeId)} />,
    ...(title === null ? {} : { title: <Said words={title} /> }),
    assignee: assigneeId === null ? <Said words={nobody} /> : <Said words={names.of('user', assigneeId) ?? unknown} isMissing={names.isMissing('user', assigneeId)} />,
  }
}

function Said({ words, isMissing = false }: { words: string; isMissing?: boolean }) {
  return isMissing ? <del className="sentence-said sentence-missing"><bdi>{words}</bdi></del> : <strong className="sentence-said"><bdi>{words}</bdi></strong>
}
