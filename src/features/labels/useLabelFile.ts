/** Writes the labels for a label printer, some at a time, so that the page stays usable. */
import { useRef, useState } from 'react'
import { dotsInMillimetre, type LabelSize, type PrinterResolution } from '#contract/rules/labels.ts'
import { download } from '#lib/download.ts'
import { drawLabel } from './drawLabel.ts'
import type { CodedLabel } from './labelCode.ts'
import { zplLabel } from './zpl.ts'

/** Milliseconds of drawing between two yields. */
const AT_ONCE = 30

interface LabelFile {
  /** How many labels are drawn. Null while nothing is written. */
  drawn: number | null
  hasFailed: boolean
  save(labels: readonly CodedLabel[], size: LabelSize, dpi: PrinterResolution): Promise<void>
  cancel(): void
}

export function useLabelFile(): LabelFile {
  const [drawn, setDrawn] = useState<number | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const running = useRef<AbortController | null>(null)
  return {
    drawn,
    hasFailed,
    cancel: () => running.current?.abort(),
    async save(labels, size, dpi) {
      const { signal } = (running.current = new AbortController())
      setHasFailed(false)
      try {
        const way = {
          size,
          dots: dotsInMillimetre[dpi],
          isRtl: document.documentElement.dir === 'rtl',
          fontFamily: getComputedStyle(document.body).fontFamily,
        }
        const parts: string[] = []
        let since = performance.now()
        for (const label of labels) {
          parts.push(zplLabel(drawLabel(label, way)))
          if (performance.now() - since < AT_ONCE) continue
          setDrawn(parts.length)
          await new Promise((resolve) => setTimeout(resolve))
          if (signal.aborted) return
          since = performance.now()
        }
        download(
          `labels-${size}-${dpi}dpi.zpl`,
          new Blob(parts, { type: 'application/octet-stream' }),
        )
      } catch {
        setHasFailed(true)
      } finally {
        setDrawn(null)
      }
    },
  }
}
