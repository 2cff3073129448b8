import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/marks.tsx'
import { automationKinds, isBuilt, type AutomationKind } from './kinds.ts'

interface Props {
  counts: Record<AutomationKind, number>
  current: AutomationKind
  onChoose: (kind: AutomationKind) => void
}

/** Kinds of automation; those that do not exist yet say so. */
export function KindList({ counts, current, onChoose }: Props) {
  const { t } = useTranslation('automations')
  return (
    <nav className="kinds" aria-label={t('kinds.label')}>
      <ul>
        {automationKinds.map((kind) => (
          <li key={kind}>
            <button type="button" className="kind" disabled={!isBuilt(kind)} aria-current={kind === current ? 'true' : undefined} onClick={() => onChoose(kind)}>
              <span>{t(`kinds.${kind}`)}</span>
              {isBuilt(kind) ? <Badge value={counts[kind]} /> : <span className="kind-later">{t('kinds.notBuilt')}</span>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
