import type { Automation } from '#contract/automation'
import type { BlankAction } from '#contract/automation/actions'
import type { BlankFilter } from '#contract/automation/filters'
import type { BlankWords } from './clause.ts'
import { namesOf } from './names.ts'
import { Sentence, type Place } from './Sentence.tsx'
import { useClauses } from './useClauses.ts'
import { usePhrases } from './usePhrases.ts'

/** An automation to read. What is gone shows its last name, struck through. */
export function AutomationSentence({ automation }: { automation: Pick<Automation, 'procedure' | 'filters' | 'actions' | 'names' | 'missing'> }) {
  const phrases = usePhrases()
  const names = namesOf(automation)
  // A rule that is kept is one being written in which nothing is missing.
  const { conditions, actions, objectsAt } = useClauses({ filters: automation.filters as readonly BlankFilter[], actions: automation.actions as readonly BlankAction[] }, names)
  const objects = automation.filters.find((filter) => filter.kind === 'objects')?.filter ?? {}
  return (
    <Sentence
      procedure={<Said words={{ words: automation.procedure.name }} />}
      objects={<Said words={{ words: phrases.objects(objects, names), isMissing: objectsAt >= 0 && names.anyMissing(objects) }} />}
      conditions={conditions} actions={actions} blank={saidBlank}
    />
  )
}

const saidBlank = (_place: Place, words: BlankWords) => <Said words={words} />

function Said({ words: { words, isMissing = false } }: { words: BlankWords }) {
  return isMissing ? <del className="sentence-said sentence-missing"><bdi>{words}</bdi></del> : <strong className="sentence-said"><bdi>{words}</bdi></strong>
}
