/** One sheet as it comes out of the printer, in millimetres. */
import { labelSheets, type LabelSize, type layLabels } from '#contract/rules/labels.ts'
import { QrCode } from '#entities/labels/QrCode.tsx'
import styles from './labels.module.css'
import type { Label } from './useLabelled.ts'

interface Props {
  size: LabelSize
  labels: ReturnType<typeof layLabels<Label>>[number]
}

const mm = (length: number): string => `${length}mm`

export function LabelSheet({ size, labels }: Props) {
  const { page, label } = labelSheets[size]
  return (
    <div
      className={styles.sheet}
      data-size={size}
      style={{ inlineSize: mm(page.width), blockSize: mm(page.height) }}
    >
      {labels.map(({ of, start, top }) => (
        <div
          key={of.id}
          className={styles.label}
          style={{
            insetInlineStart: mm(start),
            insetBlockStart: mm(top),
            inlineSize: mm(label.width),
            blockSize: mm(label.height),
          }}
        >
          <QrCode
            className={styles.code}
            text={of.url}
            label={null}
            level={size === 'L4731' ? 'L' : 'M'}
          />
          <div className={styles.words}>
            <strong>
              <bdi>{of.name}</bdi>
            </strong>
            {of.number !== null && (
              <span className={styles.number}>
                <bdi>{of.number}</bdi>
              </span>
            )}
            {of.place !== null && (
              <span className={styles.place}>
                <bdi>{of.place}</bdi>
              </span>
            )}
          </div>
        </div>
      ))}
    </div>
  )
}
