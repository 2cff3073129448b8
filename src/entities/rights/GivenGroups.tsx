import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { RightsAnswer } from '#contract/people/people.ts'
import { pathTo } from '#lib/paths.ts'
import { areas, groupsOf } from './areas.ts'
import styles from './rights.module.css'

type Permissions = RightsAnswer['permissions']
type RoleName = Permissions[number]['roles'][number]

/** Every right by area, with the roles that grant it, or as not granted. */
export function GivenGroups({
  permissions,
  mayOpenRoles,
}: {
  permissions: Permissions
  mayOpenRoles: boolean
}) {
  const { t } = useTranslation('people')
  const shown = areas.map((area) => (
    <div key={area} className={styles.rightsArea}>
      <h3>{t(`area.${area}`)}</h3>
      <ul className={styles.rightsList}>
        {groupsOf(area).map((group) => {
          const roles = permissions.find((one) => one.group === group)?.roles ?? []
          return (
            <li key={group} className={roles.length === 0 ? styles.rightsOff : undefined}>
              <div className={styles.rightsLine}>
                <Mark isOn={roles.length > 0} />
                <span>{t(`group.${group}`)}</span>
              </div>
              {roles.length > 0 && (
                <p className="quiet">
                  <GivenBy roles={roles} mayOpenRoles={mayOpenRoles} />
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  ))
  return (
    <>
      {permissions.every(({ roles }) => roles.length === 0) && (
        <p className="quiet">{t('rights.nothing')}</p>
      )}
      <div className={styles.rightsAreas}>{shown}</div>
    </>
  )
}

export function GivenBy({
  roles,
  mayOpenRoles,
}: {
  roles: readonly RoleName[]
  mayOpenRoles: boolean
}) {
  const { t } = useTranslation('people')
  return (
    <>
      {t('rights.givenBy')}{' '}
      {roles.map((role, index) => (
        <span key={role.id}>
          {index > 0 && ' · '}
          {mayOpenRoles ? (
            <Link to={pathTo('roles', undefined, { id: role.id })}>
              <bdi>{role.name}</bdi>
            </Link>
          ) : (
            <bdi>{role.name}</bdi>
          )}
        </span>
      ))}
    </>
  )
}

function Mark({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('common')
  return (
    <svg
      className={isOn ? `${styles.rightsMark} ${styles.rightsYes}` : styles.rightsMark}
      viewBox="0 0 16 16"
      width="14"
      height="14"
      role="img"
      aria-label={isOn ? t('yes') : t('no')}
    >
      <path
        d={isOn ? 'M3 8.5 6.5 12 13 4.5' : 'M4 8h8'}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
