import { BarChartOutlined, DownloadOutlined, TableOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { useDownload } from '#ui/list/useDownload.ts'
import { csvFile, fileName, savePng, type Cell, type LegendEntry } from './exportChart.ts'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import styles from './charts.module.css'

export interface ChartTable {
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Fetches all rows for the file, if `rows` is one page. */
  readAll?: () => Promise<readonly (readonly Cell[])[]>
  onOpen?: (index: number) => void
  /** Opens the number's rows. Columns count from the first column of numbers. */
  onOpenCell?: ((row: number, column: number) => void) | undefined
}

interface Props {
  title: string
  heading?: ReactNode
  table: ChartTable
  children: ReactNode
  extra?: ReactNode
  /** Drawn into the image, which is read without the page. */
  note?: string
  legend?: readonly LegendEntry[]
}

export function ChartBlock({ title, heading, table, children, extra, note, legend }: Props) {
  const { t } = useTranslation('charts')
  const [isTable, setIsTable] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const { isBusy, save } = useDownload()
  function handleExport({ key }: { key: string }): void {
    const svg = frame.current?.querySelector('svg.recharts-surface')
    if (key === 'csv')
      void save(fileName(title, 'csv'), async () =>
        csvFile(table.columns, await (table.readAll?.() ?? table.rows)),
      )
    else if (svg instanceof SVGSVGElement) void savePng({ title, note, legend }, svg)
  }
  return (
    <figure className={styles.chartBlock} aria-label={title}>
      <figcaption className={styles.chartHead}>
        <span className={styles.chartTitle}>{heading ?? title}</span>
        <span className={`${styles.chartActions} screen-only`}>
          {extra}
          <Button
            type="text"
            size="small"
            aria-pressed={isTable}
            icon={isTable ? <BarChartOutlined aria-hidden /> : <TableOutlined aria-hidden />}
            aria-label={`${isTable ? t('asChart') : t('asTable')}: ${title}`}
            title={isTable ? t('asChart') : t('asTable')}
            onClick={() => setIsTable(!isTable)}
          />
          <DropMenu
            menu={{
              items: [
                { key: 'csv', label: 'CSV' },
                { key: 'png', label: 'PNG', disabled: isTable },
              ],
              onClick: handleExport,
            }}
          >
            <Button
              type="text"
              size="small"
              loading={isBusy}
              icon={<DownloadOutlined aria-hidden />}
              aria-label={`${t('export')}: ${title}`}
              title={t('export')}
            />
          </DropMenu>
        </span>
      </figcaption>
      {isTable ? (
        <DataTable title={title} {...table} />
      ) : (
        <div ref={frame} className={styles.chartCanvas}>
          {children}
        </div>
      )}
    </figure>
  )
}

/** Keys are positions: two columns may share a heading, as equal ranges do. */
function DataTable({ title, columns, rows, onOpen, onOpenCell }: ChartTable & { title: string }) {
  const format = useFormat()
  return (
    <ScrollRegion className={styles.chartTable} label={title}>
      <table className="table" aria-label={title}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col" className={index === 0 ? undefined : 'end'}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, place) => (
                <td key={place} className={place === 0 ? undefined : 'end'}>
                  <CellValue
                    cell={cell}
                    format={format}
                    onOpen={
                      place > 0 && onOpenCell !== undefined
                        ? () => onOpenCell(index, place - 1)
                        : place === 1 && onOpen !== undefined
                          ? () => onOpen(index)
                          : undefined
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function CellValue({
  cell,
  format,
  onOpen,
}: {
  cell: Cell
  format: ReturnType<typeof useFormat>
  onOpen: (() => void) | undefined
}) {
  if (cell === null) return <span className="quiet">–</span>
  if (typeof cell === 'string') return <bdi>{cell}</bdi>
  const words = format.number(cell, { maximumFractionDigits: 1 })
  return onOpen === undefined ? (
    <span className="numbers">{words}</span>
  ) : (
    <button type="button" className="link-button numbers" onClick={onOpen}>
      {words}
    </button>
  )
}
