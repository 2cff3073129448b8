/**
 * The shared table: one page of rows, sticky header, sort and page in the address, cards on phones.
 * A real <table> of at most 100 rows, so 100,000 rows stay fast and screen readers can read each.
 */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormat } from '#lib/format.tsx'
import { useIsPhone } from '#lib/useMedia.ts'
import { answerToShow, type ListQuery } from './listQuery.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { lastPageOf, TableFoot, type Paging } from './TableFoot.tsx'
import styles from './EntityTable.module.css'

export interface Column<Row> {
  /** Also the server's sort key, if `sortable`. */
  key: string
  title: string
  render(row: Row): ReactNode
  sortable?: boolean
  width?: number
  align?: 'end'
  /** Shown only if there is room, for example not beside an open panel. */
  roomy?: boolean
  /** Its position on a phone's card; `hidden` omits it. Default: `line`. */
  phone?: 'title' | 'line' | 'aside' | 'hidden'
  /** True if the cell labels itself, as a button does; a card then shows no label. */
  saysItself?: boolean
}

export interface EntityTableProps<Row extends { id: number }> {
  label: string
  columns: readonly Column<Row>[]
  query: ListQuery<{
    count: number
    moreThanCount?: boolean | undefined
    rows: readonly Row[]
  }>
  paging: Paging
  /** The row's address. The title column becomes the link. */
  linkTo?: (row: Row) => string
  onOpen?: (row: Row) => void
  currentId?: number | null
  selection?: { ids: readonly number[]; change(ids: number[]): void; nameOf(row: Row): string }
  empty: ReactNode
}

export function EntityTable<Row extends { id: number }>(props: EntityTableProps<Row>) {
  const isPhone = useIsPhone()
  const { query, paging } = props
  const { isFetching, error } = query
  const answer = answerToShow(query)
  if (answer === undefined) {
    return (
      <div className={styles.tableFrame}>
        {error !== undefined ? (
          <ErrorState failure={error} onRetry={() => void query.refetch()} />
        ) : (
          <div style={{ padding: 12 }}>
            <LoadingState rows={10} />
          </div>
        )}
      </div>
    )
  }
  return (
    <div className={styles.tableFrame} aria-busy={isFetching}>
      {isFetching && <div className={styles.tableBusy} />}
      <div className="table-scroll">
        {isBeyond(answer, paging) ? (
          <PageBeyond count={answer.count} paging={paging} />
        ) : answer.rows.length === 0 ? (
          props.empty
        ) : isPhone ? (
          <Cards {...props} rows={answer.rows} />
        ) : (
          <Rows {...props} rows={answer.rows} />
        )}
      </div>
      {answer.count > 0 && !isBeyond(answer, paging) && (
        <TableFoot
          count={answer.count}
          moreThanCount={answer.moreThanCount}
          shown={answer.rows.length}
          paging={paging}
        />
      )}
    </div>
  )
}

/** True if the page lies beyond the last, after an old link or a deletion. */
const isBeyond = ({ count, rows }: { count: number; rows: readonly unknown[] }, { page }: Paging) =>
  rows.length === 0 && count > 0 && page > 1

function PageBeyond({ count, paging }: { count: number; paging: Paging }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <EmptyState
      title={t('pageBeyond', { page: format.number(paging.page) })}
      hint={t('pageBeyondHint')}
      action={
        <Button onClick={() => paging.change({ page: lastPageOf(count, paging.size) })}>
          {t('lastPage')}
        </Button>
      }
    />
  )
}

type Shown<Row extends { id: number }> = EntityTableProps<Row> & { rows: readonly Row[] }

function Rows<Row extends { id: number }>({
  label,
  columns,
  rows,
  paging,
  linkTo,
  onOpen,
  currentId,
  selection,
}: Shown<Row>) {
  const { t } = useTranslation()
  const allPicked = selection !== undefined && rows.every((row) => selection.ids.includes(row.id))
  return (
    <table className={`table ${styles.rows}`} aria-label={label}>
      <thead>
        <tr>
          {selection !== undefined && (
            <th className={styles.pick} scope="col">
              <input
                type="checkbox"
                aria-label={t('selectAll')}
                checked={allPicked}
                onChange={() => selection.change(togglePage(selection.ids, rows, allPicked))}
              />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} paging={paging} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            aria-current={row.id === currentId ? 'true' : undefined}
            className={`${row.id === currentId ? styles.current : ''} ${onOpen === undefined ? '' : styles.clickable}`}
            onClick={(event) => {
              if (onOpen !== undefined && isOwnClick(event.target)) onOpen(row)
            }}
          >
            {selection !== undefined && (
              <td className={styles.pick}>
                <PickBox row={row} selection={selection} />
              </td>
            )}
            {columns.map((column, index) => (
              <td key={column.key} className={classOf(column)}>
                {index === 0 && linkTo !== undefined ? (
                  <Link className={styles.rowTitle} to={linkTo(row)}>
                    {column.render(row)}
                  </Link>
                ) : (
                  column.render(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Ignores clicks on a link, button or box in the row, and text selection. */
function isOwnClick(target: EventTarget): boolean {
  if (target instanceof Element && target.closest('a, button, input, label') !== null) return false
  return window.getSelection()?.isCollapsed ?? true
}

function classOf<Row>(column: Column<Row>): string | undefined {
  return (
    [column.align, column.roomy === true ? styles.roomy : undefined]
      .filter((name) => name !== undefined)
      .join(' ') || undefined
  )
}

function HeadCell<Row>({ column, paging }: { column: Column<Row>; paging: Paging }) {
  const direction =
    paging.sort === column.key
      ? 'ascending'
      : paging.sort === `-${column.key}`
        ? 'descending'
        : undefined
  const next = direction === 'ascending' ? `-${column.key}` : column.key
  return (
    <th
      scope="col"
      className={classOf(column)}
      style={column.width === undefined ? undefined : { inlineSize: column.width }}
      aria-sort={direction}
    >
      {column.sortable === true ? (
        <button type="button" onClick={() => paging.change({ sort: next, page: 1 })}>
          {column.title}
          <svg
            className={styles.sortMark}
            viewBox="0 0 10 10"
            width="10"
            height="10"
            aria-hidden="true"
          >
            {direction !== undefined && (
              <path
                d={direction === 'ascending' ? 'M5 2 9 8H1z' : 'M5 8 1 2h8z'}
                fill="currentColor"
              />
            )}
          </svg>
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}

function Cards<Row extends { id: number }>({
  label,
  columns,
  rows,
  linkTo,
  currentId,
  selection,
}: Shown<Row>) {
  const at = (place: Column<Row>['phone']) =>
    columns.filter((column, index) => (column.phone ?? (index === 0 ? 'title' : 'line')) === place)
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => {
        const title = at('title').map((column) => (
          <span key={column.key}>{column.render(row)}</span>
        ))
        return (
          <li
            key={row.id}
            className={`${styles.cardRow} ${row.id === currentId ? styles.current : ''}`}
          >
            {selection !== undefined && selection.ids.length > 0 && (
              <PickBox row={row} selection={selection} />
            )}
            <div className={styles.cardMain}>
              {linkTo === undefined ? (
                <span className={styles.rowTitle}>{title}</span>
              ) : (
                <Link className={styles.rowTitle} to={linkTo(row)}>
                  {title}
                </Link>
              )}
              <div className={styles.cardLine}>
                {at('line').map((column) => (
                  <CardCell key={column.key} column={column} row={row} />
                ))}
              </div>
            </div>
            <div className={styles.cardAside}>
              {at('aside').map((column) => (
                <CardCell key={column.key} column={column} row={row} />
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** A card has no column headers: each cell shows its label, unless it is empty. */
function CardCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const value = column.render(row)
  if (value === null || value === undefined || value === false || value === '') return null
  return (
    <span className={styles.cell}>
      <span className={column.saysItself === true ? 'visually-hidden' : styles.cellLabel}>
        {column.title}
      </span>{' '}
      <span className={styles.cellValue}>{value}</span>
    </span>
  )
}

type Selection<Row> = {
  ids: readonly number[]
  change(ids: number[]): void
  nameOf(row: Row): string
}

function PickBox<Row extends { id: number }>({
  row,
  selection,
}: {
  row: Row
  selection: Selection<Row>
}) {
  const { t } = useTranslation()
  const picked = selection.ids.includes(row.id)
  return (
    <input
      type="checkbox"
      aria-label={t('selectRow', { name: selection.nameOf(row) })}
      checked={picked}
      onChange={() =>
        selection.change(
          picked ? selection.ids.filter((id) => id !== row.id) : [...selection.ids, row.id],
        )
      }
    />
  )
}

function togglePage(
  ids: readonly number[],
  rows: readonly { id: number }[],
  allPicked: boolean,
): number[] {
  const onPage = new Set(rows.map((row) => row.id))
  return allPicked ? ids.filter((id) => !onPage.has(id)) : [...new Set([...ids, ...onPage])]
}
