import { EnvironmentOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import { pathTo } from '#lib/paths.ts'
import type { Place } from './performDraft.ts'
import { usePlaceName } from './usePlaceName.ts'
import styles from './perform.module.css'

export function PerformHead({ procedure, place }: { procedure: ProcedureDetail; place: Place }) {
  const { t } = useTranslation('procedures')
  const name = usePlaceName(place)
  return (
    <header className={styles.performHead}>
      <p className={`quiet ${styles.performType}`}>
        <bdi>{procedure.type.name}</bdi>
      </p>
      <h1 className={styles.performName} dir="auto">
        {procedure.name}
      </h1>
      <p className={styles.performPlace}>
        <EnvironmentOutlined aria-hidden />
        <span>
          <bdi>{name.title}</bdi>
          {name.hint !== null && (
            <>
              {' '}
              · <bdi className="quiet">{name.hint}</bdi>
            </>
          )}
        </span>
        <Link
          to={pathTo('procedurePerform', { procedureId: procedure.id })}
          className={styles.performElsewhere}
        >
          {t('perform.elsewhere')}
        </Link>
      </p>
      {procedure.description !== null && (
        <p className={`quiet ${styles.performDescription}`} dir="auto">
          {procedure.description}
        </p>
      )}
    </header>
  )
}
