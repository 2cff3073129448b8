import { useTranslation } from 'react-i18next'
import type { FloorPlan } from '#contract/venue/venuePlans.ts'
import { useFormat } from '#lib/format.tsx'
import { ConflictDialog, type ConflictRow } from '#ui/dialog/ConflictDialog.tsx'
import type { Plan } from './drawing/plan.ts'

interface Props {
  mine: Plan
  theirs: FloorPlan
  onKeepMine(theirs: FloorPlan): void
  onTakeTheirs(theirs: FloorPlan): void
  onCancel(): void
}
const SHOWN = 30

export function PlanConflict({ mine, theirs, onKeepMine, onTakeTheirs, onCancel }: Props) {
  const { t } = useTranslation(['plans', 'common'])
  const format = useFormat()
  const nameOf = ({ code, name }: { code: string | null; name: string }): string =>
    [code, name].filter((one) => one !== null && one !== '').join(' ') || '—'
  const [mineNames, theirNames] = [mine.rooms.map(nameOf), theirs.rooms.map(nameOf)]
  const only = (names: readonly string[], others: readonly string[]): string => {
    const left = names.filter((name) => !others.includes(name))
    return left.length === 0 ? '—' : format.list(left.slice(0, SHOWN))
  }
  const rows: ConflictRow[] = [
    {
      label: t('versionRooms'),
      mine: format.number(mineNames.length),
      theirs: format.number(theirNames.length),
    },
    {
      label: t('onlyHere'),
      mine: <bdi>{only(mineNames, theirNames)}</bdi>,
      theirs: <bdi>{only(theirNames, mineNames)}</bdi>,
    },
  ]
  if (mine.name !== theirs.name)
    rows.unshift({
      label: t('floorName'),
      mine: <bdi>{mine.name}</bdi>,
      theirs: <bdi>{theirs.name}</bdi>,
    })
  return (
    <ConflictDialog
      rows={rows}
      onKeepMine={() => onKeepMine(theirs)}
      onTakeTheirs={() => onTakeTheirs(theirs)}
      onCancel={onCancel}
    />
  )
}
