import { useTranslation } from 'react-i18next'
import { automationKinds, type AutomationKind } from '#contract/automation/sideList.ts'
import { Badge } from '#ui/page/marks.tsx'
import styles from './automations.module.css'

interface Props {
  counts: Record<AutomationKind, number>
  current: AutomationKind
  onChoose: (kind: AutomationKind) => void
}

export function KindList({ counts, current, onChoose }: Props) {
  const { t } = useTranslation('automations')
  return (
    <nav className={styles.kinds} aria-label={t('kinds.label')}>
      <ul>
        {automationKinds.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className={styles.kind}
              aria-current={kind === current ? 'true' : undefined}
              onClick={() => onChoose(kind)}
            >
              <span>{t(`kinds.${kind}`)}</span>
              <Badge value={counts[kind]} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
