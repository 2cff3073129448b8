import { useTranslation } from 'react-i18next'
import type { ProcedureDetail } from '#contract/procedures'
import { EquipmentTypePicker, ProcedureTypePicker } from '../../../entities/pickers/pickers.tsx'
import { ConflictDialog, type ConflictRow } from '../../../ui/ConflictDialog.tsx'
import { draftOf, type ProcedureDraft } from './draft.ts'
import { standingOf, type Standing } from './onto.ts'
import { toSave } from './toSave.ts'
import styles from './editor.module.css'

interface Props {
  mine: ProcedureDraft
  theirs: ProcedureDetail
  onKeepMine: () => void
  onTakeTheirs: () => void
  onCancel: () => void
}
type Saved = ReturnType<typeof toSave>

/** Both versions of a procedure that two people changed: only where they differ. */
export function ProcedureConflict({ mine, theirs, ...doors }: Props) {
  const { t } = useTranslation(['procedures', 'common'])
  const [own, other] = [toSave(mine), toSave(draftOf(theirs))]
  const yesNo = (is: boolean) => t(is ? 'common:yes' : 'common:no')
  const parts: [keyof Saved, string, (of: Saved) => ConflictRow['mine']][] = [
    ['name', t('editor.name'), ({ name }) => name],
    ['typeId', t('editor.type'), ({ typeId }) => <ProcedureTypePicker asText value={typeId} />],
    ['target', t('editor.target'), ({ target }) => t(`target.${target}`)],
    [
      'equipmentTypeIds',
      t('editor.equipmentTypes'),
      ({ equipmentTypeIds }) => <EquipmentTypePicker asText multiple value={equipmentTypeIds} />,
    ],
    ['description', t('editor.description'), ({ description }) => description],
    ['isActive', t('editor.mayBePerformed'), ({ isActive }) => yesNo(isActive)],
    ['isSigned', t('editor.isSigned'), ({ isSigned }) => yesNo(isSigned)],
  ]
  const rows: ConflictRow[] = parts
    .filter(([part]) => JSON.stringify(own[part]) !== JSON.stringify(other[part]))
    .map(([, label, of]) => ({ label, mine: of(own), theirs: of(other) }))
  const [here, there] = [linesOf(own, other), linesOf(other, own)]
  if (JSON.stringify(here) !== JSON.stringify(there) || here.some(isMarked))
    rows.push({
      label: t('editor.questions'),
      mine: <Lines lines={here} />,
      theirs: <Lines lines={there} />,
    })
  return <ConflictDialog rows={rows} {...doors} />
}

interface Line {
  title: string
  standing: Standing
}
const isMarked = ({ standing }: Line) => standing !== 'same'
const linesOf = (own: Saved, other: Saved): Line[] =>
  own.questions.map((question) => ({
    title: question.title,
    standing: standingOf(question, other.questions),
  }))

/** In their order; those that the other version has not, or asks otherwise, say so. */
function Lines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('procedures')
  return (
    <ol className={styles.conflictLines}>
      {lines.map(({ title, standing }, place) => (
        <li key={place}>
          {title === '' ? (
            <span className="quiet">{t('editor.untitled')}</span>
          ) : (
            <bdi dir="auto">{title}</bdi>
          )}
          {standing !== 'same' && (
            <>
              {' '}
              <span className="quiet">({t(`editor.standing.${standing}`)})</span>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
