import { FilterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '#lib/useMedia.ts'
import { Badge } from '#ui/page/marks.tsx'
import { SearchField } from './SearchField.tsx'
import styles from './FilterBar.module.css'
import { Sheet } from '#ui/panel/Sheet.tsx'
import { useMovableContent } from '#ui/panel/useMovableContent.tsx'

export interface FilterBarProps {
  search: string
  onSearch(search: string): void
  searchLabel: string
  children?: ReactNode
  /** Filters of fewer users: below, behind a button. `used`: how many of them narrow the list. */
  more?: { filters: ReactNode; used: number }
  onClear?: (() => void) | undefined
  end?: ReactNode
}

function Filters({
  children,
  more,
  onClear,
  end,
  onAct,
}: Pick<FilterBarProps, 'children' | 'more' | 'onClear' | 'end'> & {
  /** Called when a button with its target on the page was clicked: closes the sheet. */
  onAct(): void
}) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const moreId = useId()
  const used = more?.used ?? 0
  const [isMoreOpen, setIsMoreOpen] = useState(used > 0)
  return (
    <>
      {children}
      {isPhone && more?.filters}
      {more !== undefined && !isPhone && (
        <Button
          icon={<FilterOutlined aria-hidden />}
          aria-expanded={isMoreOpen}
          aria-controls={moreId}
          onClick={() => setIsMoreOpen(!isMoreOpen)}
        >
          {t('moreFilters')}
          {used > 0 && <Badge value={used} colour="turquoise" />}
        </Button>
      )}
      {onClear !== undefined && (
        <Button type="link" size="small" onClick={onClear}>
          {t('clearAll')}
        </Button>
      )}
      {end !== undefined && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- receives bubbling events of the buttons inside; it is not a control itself
        <div
          className={styles.filterEnd}
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('button, a') !== null) onAct()
          }}
        >
          {end}
        </div>
      )}
      {more !== undefined && !isPhone && (
        <div id={moreId} className={styles.more} hidden={!isMoreOpen}>
          {isMoreOpen && more.filters}
        </div>
      )}
    </>
  )
}

/**
 * Choices apply at once, behind the sheet. When a phone is turned, the filters move with their open
 * dialogs; turned back, the sheet opens again.
 */
export function FilterBar(props: FilterBarProps) {
  const { search, onSearch, searchLabel, children, more, end, onClear } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  // On a phone the filters load nothing until the sheet opens.
  const isShown = !isPhone || isOpen
  const [isDrawn, setIsDrawn] = useState(isShown)
  if (isShown && !isDrawn) setIsDrawn(true)
  const movable = useMovableContent(isDrawn && <Filters {...props} onAct={close} />)
  const isNarrowed = onClear !== undefined
  const hasMore = (children ?? more ?? end ?? false) !== false
  return (
    <div className={styles.filterBar} role="search">
      <SearchField
        className={styles.filterSearch}
        value={search}
        onChange={onSearch}
        label={searchLabel}
      />
      {!isPhone && movable.place}
      {isPhone && hasMore && (
        <>
          <Button
            className={isNarrowed ? styles.narrowed : undefined}
            icon={<FilterOutlined aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(true)}
          >
            {t(isNarrowed ? 'filtered' : 'filter')}
          </Button>
          <Sheet
            open={isOpen}
            title={t('filterAndView')}
            placement="bottom"
            size="auto"
            onClose={close}
            footer={
              <Button type="primary" block onClick={close}>
                {t('done')}
              </Button>
            }
          >
            <div className={styles.sheet}>{movable.place}</div>
          </Sheet>
        </>
      )}
      {movable.held}
    </div>
  )
}
