import { Input, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import type { Dashboard } from '#contract/dashboards/dashboards.ts'
import { Namesakes } from '#entities/namesakes/Namesakes.tsx'
import {
  EquipmentTypePicker,
  LocationTypePicker,
  ProcedureTypePicker,
} from '#entities/pickers/pickers.tsx'
import { attributesChanged } from '../dashboardsSlice.ts'
import type { DashboardDraft } from '../draft.ts'
import styles from './editor.module.css'
import boardStyles from '../board.module.css'

interface Props {
  draft: DashboardDraft
  board: Dashboard | null
}

export function BoardFacts({ draft, board }: Props) {
  const { t } = useTranslation(['dashboards', 'common'])
  const dispatch = useDispatch()
  const change = (patch: Parameters<typeof attributesChanged>[0]) =>
    void dispatch(attributesChanged(patch))
  return (
    <section className={`${styles.boardFacts} surface`} aria-label={t('settings')}>
      <div>
        <label className={boardStyles.fieldLabel} htmlFor="board-name">
          {t('common:name')}
        </label>
        <Input
          id="board-name"
          dir="auto"
          maxLength={200}
          autoComplete="off"
          value={draft.name}
          status={draft.name.trim() === '' ? 'warning' : ''}
          placeholder={t('namePlaceholder')}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Namesakes
          kind="dashboard"
          name={draft.name === board?.name ? '' : draft.name}
          exceptId={board?.id}
        />
      </div>
      <Choice
        label={t('field.isFiltered')}
        hint={draft.isFiltered ? t('countsOwnLong') : t('countsAllLong')}
        checked={draft.isFiltered}
        onChange={(isFiltered) => change({ isFiltered })}
      />
      <Choice
        label={t('field.isRestrictedEquipment')}
        checked={draft.isRestrictedEquipment}
        onChange={(isRestrictedEquipment) => change({ isRestrictedEquipment })}
      >
        <EquipmentTypePicker
          multiple
          value={draft.equipmentTypes}
          onChange={(equipmentTypes: number[]) => change({ equipmentTypes })}
        />
        <LocationTypePicker
          multiple
          value={draft.locationTypes}
          onChange={(locationTypes: number[]) => change({ locationTypes })}
        />
      </Choice>
      <Choice
        label={t('field.isRestrictedProcedures')}
        checked={draft.isRestrictedProcedures}
        onChange={(isRestrictedProcedures) => change({ isRestrictedProcedures })}
      >
        <ProcedureTypePicker
          multiple
          value={draft.procedureTypes}
          onChange={(procedureTypes: number[]) => change({ procedureTypes })}
        />
      </Choice>
    </section>
  )
}

function Choice({
  label,
  hint,
  checked,
  onChange,
  children,
}: {
  label: string
  hint?: string
  checked: boolean
  onChange(checked: boolean): void
  children?: ReactNode
}) {
  return (
    <div className={styles.boardChoice}>
      <label className={boardStyles.sharer}>
        <Switch size="small" checked={checked} onChange={onChange} aria-label={label} />
        {label}
      </label>
      {hint !== undefined && <span className="quiet">{hint}</span>}
      {checked && children !== undefined && <div className={styles.boardTypes}>{children}</div>}
    </div>
  )
}
