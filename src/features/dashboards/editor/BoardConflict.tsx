import { useTranslation } from 'react-i18next'
import { ConflictDialog, type ConflictRow } from '../../../ui/ConflictDialog.tsx'
import type { DashboardDraft } from '../draft.ts'
import styles from './editor.module.css'

interface Props {
  mine: DashboardDraft
  theirs: DashboardDraft
  onKeepMine(): void
  onTakeTheirs(): void
  onCancel(): void
}

/** Both versions of a dashboard that two people changed: only where they differ. */
export function BoardConflict({ mine, theirs, ...doors }: Props) {
  const { t } = useTranslation(['dashboards', 'common'])
  const rows: ConflictRow[] = []
  const yesNo = (value: boolean): string => (value ? t('common:yes') : t('common:no'))
  if (mine.name !== theirs.name)
    rows.push({
      label: t('common:name'),
      mine: <bdi>{mine.name}</bdi>,
      theirs: <bdi>{theirs.name}</bdi>,
    })
  for (const flag of ['isFiltered', 'isRestrictedEquipment', 'isRestrictedProcedures'] as const) {
    if (mine[flag] !== theirs[flag])
      rows.push({ label: t(`field.${flag}`), mine: yesNo(mine[flag]), theirs: yesNo(theirs[flag]) })
  }
  if (JSON.stringify(mine.chapters) !== JSON.stringify(theirs.chapters))
    rows.push({
      label: t('column.chapters'),
      mine: <Outline draft={mine} />,
      theirs: <Outline draft={theirs} />,
    })
  return <ConflictDialog rows={rows} {...doors} />
}

function Outline({ draft }: { draft: DashboardDraft }) {
  return (
    <ul className={styles.conflictOutline}>
      {draft.chapters.map((chapter, index) => (
        <li key={index}>
          <strong dir="auto">{chapter.title}</strong>
          <ul>
            {chapter.items.map((card) => (
              <li key={card.id} dir="auto">
                {card.name}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
