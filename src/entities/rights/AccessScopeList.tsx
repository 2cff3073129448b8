import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { RightsAnswer } from '#contract/people/people.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { Count } from '#ui/page/marks.tsx'
import styles from './rights.module.css'

export type AccessScopeKind = 'equipment' | 'location' | 'procedure'

export function AccessScopeList({
  kind,
  accessScope,
  opens,
}: {
  kind: AccessScopeKind
  accessScope: RightsAnswer['equipment']
  opens: boolean
}) {
  const { t } = useTranslation('people')
  const format = useFormat()
  const permitted = accessScope.types.filter((type) => type.isPermitted)
  const sees = t('rights.seesOf', {
    seen: format.number(accessScope.seen),
    total: format.number(accessScope.total),
  })
  return (
    <li>
      <div className={styles.rightsLine}>
        <strong>{t(`field.${kind}`)}</strong>
        <span className="numbers">
          {opens && accessScope.seen > 0 ? (
            <Link to={listOf(kind, accessScope.all ? [] : permitted.map(({ id }) => id))}>
              {sees}
            </Link>
          ) : (
            sees
          )}
        </span>
      </div>
      {accessScope.all && <p className="quiet">{t(`rights.byFlag.${kind}`)}</p>}
      {!accessScope.all && permitted.length === 0 && <p className="quiet">{t('rights.noTypes')}</p>}
      {!accessScope.all && permitted.length > 0 && (
        <>
          <p className="quiet">{t('rights.byTypes')}</p>
          <ul className={styles.rightsTypes}>
            {permitted.map((type) => (
              <li key={type.id}>
                <bdi>{type.name}</bdi>{' '}
                {opens && type.count > 0 ? (
                  <Link
                    to={listOf(kind, [type.id])}
                    aria-label={`${type.name}: ${format.number(type.count)}`}
                  >
                    <Count value={type.count} />
                  </Link>
                ) : (
                  <Count value={type.count} />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}

function listOf(kind: AccessScopeKind, typeIds: readonly number[]): string {
  const types = typeIds.length === 0 ? undefined : typeIds.join('.')
  if (kind === 'equipment') return pathTo('equipment', undefined, { type: types })
  if (kind === 'location')
    return pathTo(
      'locations',
      undefined,
      types === undefined ? { view: 'list' } : { placeType: types },
    )
  return pathTo('procedures', undefined, { types })
}
