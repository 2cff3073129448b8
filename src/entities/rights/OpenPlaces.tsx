import { useTranslation } from 'react-i18next'
import type { RightsAnswer } from '#contract/people/people.ts'
import { GivenBy } from './GivenGroups.tsx'
import { isPermitted, placeGroups, type NavigationPlace } from './places.ts'
import styles from './rights.module.css'

export function OpenPlaces({
  permissions,
  mayOpenRoles,
}: {
  permissions: RightsAnswer['permissions']
  mayOpenRoles: boolean
}) {
  const { t } = useTranslation(['people', 'titles', 'shell'])
  const given = permissions.filter(({ roles }) => roles.length > 0).map(({ group }) => group)
  const hidden = placeGroups
    .flatMap(({ places }) => places)
    .filter((place) => !isPermitted(place, given))
  const rolesFor = ({ needs = [] }: NavigationPlace) => {
    const roles = permissions
      .filter(({ group }) => needs.includes(group))
      .flatMap((one) => one.roles)
    return [...new Map(roles.map((role) => [role.id, role])).values()]
  }
  return (
    <>
      <div className={styles.rightsAreas}>
        {placeGroups.map(({ title, places }) => {
          const shown = places.filter((place) => isPermitted(place, given))
          return (
            shown.length > 0 && (
              <div key={title} className={styles.rightsArea}>
                <h3>{t(`shell:${title}`)}</h3>
                <ul className={styles.rightsList}>
                  {shown.map((place) => (
                    <li key={place.route}>
                      <div className={styles.rightsLine}>
                        <span>{t(`titles:${place.route}`)}</span>
                      </div>
                      <p className="quiet">
                        {place.needs === undefined ? (
                          t('rights.forEveryone')
                        ) : (
                          <GivenBy roles={rolesFor(place)} mayOpenRoles={mayOpenRoles} />
                        )}
                      </p>
                    </li>
                  ))}
                </ul>
              </div>
            )
          )
        })}
      </div>
      {hidden.length > 0 && (
        <p className="quiet">
          {t('rights.hidden')} {hidden.map((place) => t(`titles:${place.route}`)).join(' · ')}
        </p>
      )}
    </>
  )
}
