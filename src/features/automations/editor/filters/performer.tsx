import { useTranslation } from 'react-i18next'
import type { BlankFilter } from '#contract/automation/filters.ts'
import { RolePicker, UserPicker } from '#entities/pickers/pickers.tsx'
import type { PickingProps } from '../picking.ts'
import styles from '../../automations.module.css'

function PerformersPicker({ value, onChange }: PickingProps<BlankFilter<'performer'>>) {
  const { t } = useTranslation('automations')
  return (
    <div className={styles.peopleFields}>
      <label>
        <span>{t('blank.roles')}</span>
        <RolePicker
          multiple
          label={t('blank.roles')}
          value={value.roleIds}
          onChange={(roleIds: number[]) => onChange({ ...value, roleIds })}
        />
      </label>
      <label>
        <span>{t('blank.users')}</span>
        <UserPicker
          multiple
          label={t('blank.users')}
          value={value.userIds}
          onChange={(userIds: number[]) => onChange({ ...value, userIds })}
        />
      </label>
    </div>
  )
}

export const performer = { people: PerformersPicker }
