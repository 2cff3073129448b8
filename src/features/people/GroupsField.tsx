import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { areas, groupsOf } from '#entities/rights/areas.ts'
import { useClaims } from '#entities/session/useSession.ts'
import styles from './people.module.css'

interface GroupsFieldProps {
  value?: PermissionGroup[]
  onChange?(value: PermissionGroup[]): void
  id?: string
  isLocked: boolean
  /** Permissions that the role already has; they may stay. */
  had: readonly PermissionGroup[]
}

/** Users can grant only permissions that they have themselves. A control for Form.Item. */
export function GroupsField({ value = [], onChange, id, isLocked, had }: GroupsFieldProps) {
  const { t } = useTranslation('people')
  const own = useClaims()?.permissions ?? []
  const toggle = (group: PermissionGroup, isOn: boolean) =>
    onChange?.(isOn ? [...value, group] : value.filter((one) => one !== group))
  return (
    <div className={styles.groups} role="group" aria-label={t('role.rights')} id={id}>
      {areas.map((area) => (
        <fieldset key={area}>
          <legend>{t(`area.${area}`)}</legend>
          {groupsOf(area).map((group) => {
            const isBeyond = !isLocked && !own.includes(group) && !had.includes(group)
            return (
              <div key={group}>
                <Checkbox
                  checked={value.includes(group)}
                  disabled={isLocked || isBeyond}
                  onChange={(event) => toggle(group, event.target.checked)}
                >
                  {t(`group.${group}`)}
                </Checkbox>
                {isBeyond && <span className="quiet">{t('role.notYours')}</span>}
              </div>
            )
          })}
        </fieldset>
      ))}
    </div>
  )
}
