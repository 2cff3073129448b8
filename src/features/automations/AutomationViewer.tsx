import { useTranslation } from 'react-i18next'
import { groupBy } from '#contract/rules/groupBy.ts'
import { entryOfAction, type ActionKind } from '#contract/automation/actions.ts'
import type { Automation } from '#contract/automation/automation.ts'
import type { AutomationKind } from '#contract/automation/sideList.ts'
import { AutomationCard } from '#entities/automations/AutomationCard.tsx'
import { knownAction } from '#entities/automations/clause.ts'
import { Badge } from '#ui/page/marks.tsx'
import styles from './automations.module.css'
import sentenceStyles from '#entities/automations/sentence.module.css'

interface Props {
  automations: readonly Automation[]
  kind: AutomationKind
  currentId: number | null
  linkTo: (automation: Automation) => string
}

export function AutomationViewer({ automations, kind, currentId, linkTo }: Props) {
  const { t } = useTranslation('automations')
  const groups = groupBy(automations, (automation) =>
    kind === 'mostUsed' ? 'mostUsed' : groupOf(automation, kind),
  )
  return [...groups].map(([group, members]) => {
    const title = group === 'mostUsed' ? t('kinds.byRuns') : t(`actionName.${group}`)
    return (
      <section key={group} className={styles.viewerGroup} aria-label={title}>
        <h2>
          {title} <Badge value={members.length} />
        </h2>
        <div className={sentenceStyles.automationList}>
          {members.map((automation) => (
            <AutomationCard
              key={automation.id}
              automation={automation}
              isCurrent={automation.id === currentId}
              to={linkTo(automation)}
            />
          ))}
        </div>
      </section>
    )
  })
}

/**
 * The first action of the shown kind. Survey questions are a kind of filter; there the first action
 * counts.
 */
function groupOf({ actions }: Automation, kind: AutomationKind): ActionKind | 'unknown' {
  const shown = actions.find((action) => entryOfAction(action.kind) === kind) ?? actions[0]
  return knownAction(shown?.kind ?? '')
}
