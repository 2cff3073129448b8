import { labelSheets, type LabelSize, type layLabels } from '#contract/rules/labels.ts'
import { CodeImage } from '#entities/labels/CodeImage.tsx'
import { BARS_PART } from './drawLabel.ts'
import type { CodedLabel } from './labelCode.ts'
import styles from './labels.module.css'

interface Props {
  size: LabelSize
  labels: ReturnType<typeof layLabels<CodedLabel>>[number]
}

const mm = (length: number): string => `${length}mm`

export function LabelSheet({ size, labels }: Props) {
  const { page, label, padding, text } = labelSheets[size]
  return (
    <div
      className={styles.sheet}
      data-size={size}
      style={{
        inlineSize: mm(page.width),
        blockSize: mm(page.height),
        '--padding': mm(padding),
        '--gap': mm(padding < 2 ? 0.8 : 2),
        '--bars': mm((label.height - 2 * padding) * BARS_PART),
        '--name': mm(text.name),
        '--other': mm(text.other),
        '--name-lines': text.nameLines,
        '--place-lines': text.placeLines,
      }}
    >
      {labels.map(({ of, start, top }) => (
        <div
          key={of.id}
          className={styles.label}
          data-bars={of.modules.rows === 1 || undefined}
          style={{
            insetInlineStart: mm(start),
            insetBlockStart: mm(top),
            inlineSize: mm(label.width),
            blockSize: mm(label.height),
          }}
        >
          <CodeImage className={styles.code} modules={of.modules} label={null} />
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
