import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { distanceBetween } from '#contract/venue/plane.ts'
import { useFormat } from '#lib/format.tsx'
import type { DrawnPart } from './drawing/plan.ts'
import type { Drawing } from './useDrawing.ts'
import styles from './plans.module.css'

export function PartForm({ part, drawing }: { part: DrawnPart; drawing: Drawing }) {
  const { t } = useTranslation(['plans', 'common'])
  const format = useFormat()
  const [from, to] = part.lines[0] ?? []
  const length =
    from === undefined || to === undefined || part.isArea ? null : distanceBetween(from, to)
  return (
    <section className={styles.form} aria-label={t(`tool.${part.kind}`)}>
      <strong>
        {t(`tool.${part.kind}`)}
        {length !== null && (
          <span className="quiet">
            {' '}
            {format.number(length, { style: 'unit', unit: 'meter', maximumFractionDigits: 2 })}
          </span>
        )}
      </strong>
      <div>
        <Button
          danger
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => drawing.act({ do: 'remove', keys: [part.key] })}
        >
          {t('common:delete')}
        </Button>
      </div>
    </section>
  )
}
