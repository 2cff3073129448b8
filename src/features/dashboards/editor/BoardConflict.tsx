import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { ConflictDialog, type ConflictRow } from '#ui/dialog/ConflictDialog.tsx'
import type { DashboardDraft } from '../draft.ts'
import styles from './editor.module.css'

interface Props {
  mine: DashboardDraft
  theirs: DashboardDraft
  onKeepMine(): void
  onTakeTheirs(): void
  onCancel(): void
}

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
      mine: <Outline draft={mine} other={theirs} />,
      theirs: <Outline draft={theirs} other={mine} />,
    })
  return <ConflictDialog rows={rows} {...doors} />
}

function Outline({ draft, other }: { draft: DashboardDraft; other: DashboardDraft }) {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  const others = new Map(
    other.chapters.flatMap(({ items }) => items.map((card) => [card.id, JSON.stringify(card)])),
  )
  return (
    <ul className={styles.conflictOutline}>
      {draft.chapters.map((chapter, index) => (
        <li key={index}>
          <strong dir="auto">{chapter.title}</strong>
          <ul>
            {chapter.items.map((card) => (
              <li key={card.id} data-differs={others.get(card.id) !== JSON.stringify(card)}>
                <bdi>{card.name}</bdi>{' '}
                <span className="quiet">
                  {t(`type.${card.type}`)} · {t(`range.${card.range}`)} · {t('width')}{' '}
                  {format.number(card.width)}
                  {card.showHistory && <> · {t('showHistory')}</>}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
