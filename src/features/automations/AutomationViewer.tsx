import { useTranslation } from 'react-i18next'
import type { Automation } from '#contract/automation'
import type { ActionKind } from '#contract/automation/actions'
import { AutomationCard } from '../../entities/automations/AutomationCard.tsx'
import { Badge } from '../../ui/marks.tsx'
import { inKind, type AutomationKind } from './kinds.ts'

/** The sentences of one kind, grouped by what they do. */
export function AutomationViewer({ automations, kind, currentId }: { automations: readonly Automation[]; kind: AutomationKind; currentId: number | null }) {
  const { t } = useTranslation('automations')
  const chosen = inKind(automations, kind)
  const groups = new Map<'mostUsed' | ActionKind, Automation[]>()
  for (const automation of chosen) {
    const key = kind === 'mostUsed' ? 'mostUsed' : (automation.actions[0]?.kind ?? 'openTicket')
    groups.set(key, [...(groups.get(key) ?? []), automation])
  }
  return [...groups].map(([group, members]) => (
    <section key={group} className="viewer-group" aria-label={t(`group.${group}`)}>
      <h2>{t(`group.${group}`)} <Badge value={members.length} /></h2>
      <div className="automation-list">
        {members.map((automation) => <AutomationCard key={automation.id} automation={automation} isCurrent={automation.id === currentId} />)}
      </div>
    </section>
  ))
}
