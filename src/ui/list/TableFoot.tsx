import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import { Select } from '#ui/form/Select.tsx'

/** The list's part of the address; see `listAddress` in listAddress.ts. */
export interface Paging {
  page: number
  size: number
  sort: string
  change(patch: { page?: number; size?: number; sort?: string }): void
}
import styles from './EntityTable.module.css'

const smallest = 25
const sizes = [smallest, 50, 100]

export const lastPageOf = (count: number, size: number) => Math.max(1, Math.ceil(count / size))

export function TableFoot({
  count,
  moreThanCount = false,
  shown,
  paging,
}: {
  count: number
  /** The count is a lower bound and lies beyond this page, so that there is a next page. */
  moreThanCount?: boolean | undefined
  shown: number
  paging: Paging
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const from = (paging.page - 1) * paging.size + 1
  const last = lastPageOf(count, paging.size)
  return (
    <div className={styles.tableFoot}>
      <span aria-live="polite">
        {t(moreThanCount ? 'rangeOfMore' : 'rangeOf', {
          from: format.number(Math.min(from, count)),
          to: format.number(Math.min(from + shown - 1, count)),
          total: format.number(count),
        })}
      </span>
      <span className={styles.spring} />
      {count > smallest && (
        <Select
          size="small"
          variant="borderless"
          aria-label={t('pageSize')}
          value={paging.size}
          popupMatchSelectWidth={false}
          options={sizes.map((size) => ({ value: size, label: format.number(size) }))}
          onChange={(size: number) => paging.change({ size, page: 1 })}
        />
      )}
      {last > 1 && (
        <nav className={styles.pages}>
          <Button
            size="small"
            type="text"
            aria-label={t('previousPage')}
            disabled={paging.page <= 1}
            onClick={() => paging.change({ page: paging.page - 1 })}
            icon={<Chevron towards="start" />}
          />
          <span>
            <bdi>{format.number(paging.page)}</bdi> /{' '}
            <bdi>{`${format.number(last)}${moreThanCount ? '+' : ''}`}</bdi>
          </span>
          <Button
            size="small"
            type="text"
            aria-label={t('nextPage')}
            disabled={paging.page >= last}
            onClick={() => paging.change({ page: paging.page + 1 })}
            icon={<Chevron towards="end" />}
          />
        </nav>
      )}
    </div>
  )
}

function Chevron({ towards }: { towards: 'start' | 'end' }) {
  return (
    <svg className="turns" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path
        d={towards === 'start' ? 'M8 2 4 6l4 4' : 'M4 2l4 4-4 4'}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
