import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ImportJob } from '#contract/imports.ts'
import { useRereadImportMutation } from './calls.ts'
import { readingSaid } from './readingSaid.ts'
import styles from './imports.module.css'

export function ShapeNote({ job }: { job: ImportJob }) {
  const { t } = useTranslation('imports')
  const [reread, { isLoading }] = useRereadImportMutation()
  const shape = job.reading?.shape
  if (shape === undefined || (shape.kind !== 'equipment' && shape.kind !== 'locations')) return null
  return (
    <div className={styles.importNote}>
      {t(`shape_${shape.kind}`, { system: shape.system })}{' '}
      {shape.kind === job.kind ? (
        <Checkbox
          checked={shape.isUsed}
          disabled={isLoading}
          onChange={(event) =>
            void reread({
              params: { id: job.id },
              body: { ...readingSaid(job.reading), usesShape: event.target.checked },
            })
          }
        >
          {t('shapeUse')}
        </Checkbox>
      ) : (
        t(`shapeElsewhere_${shape.kind}`)
      )}
    </div>
  )
}
