/**
 * Ctrl/Cmd+K finds equipment, locations, procedures, tickets, dashboards, people, screens and
 * actions. With empty input it shows recent choices.
 */
import { SearchOutlined } from '@ant-design/icons'
import { useCallback, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { usePaletteResults, type Found } from './usePaletteResults.ts'
import { focusScreen } from '../focusScreen.ts'
import styles from './palette.module.css'
import { loadPartLater } from '#lib/lateFiles.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

const ReportDialog = loadPartLater(() =>
  import('#entities/tickets/ReportDialog.tsx').then((file) => ({
    default: file.ReportDialog,
  })),
)

interface Props {
  onClose(): void
  onShowKeys(): void
}

const takeFocus = (field: HTMLInputElement | null): void => field?.focus()

export function SearchPalette({ onClose, onShowKeys }: Props) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [isReporting, setIsReporting] = useState(false)
  const report = useCallback(() => setIsReporting(true), [])
  const found = usePaletteResults(typed, { onShowKeys, onReport: report })
  const current = Math.min(at, found.length - 1)

  function follow(one: Found | undefined): void {
    if (one === undefined) return
    if (one.to !== null || one.stays !== true) onClose()
    one.remember?.()
    if (one.to === null) one.run()
    else void Promise.resolve(navigate(one.to)).then(focusScreen)
  }
  function handleKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((current + step + found.length) % Math.max(1, found.length))
    }
    if (event.key !== 'Enter') return
    event.preventDefault() // The key must not press the newly focused element
    follow(found[current])
  }
  if (isReporting) return <ReportDialog about={{}} onClose={onClose} />
  return (
    <Dialog
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={600}
      title={null}
      aria-label={t('searchEverything')}
      styles={{ container: { padding: 0 } }}
    >
      <div className={styles.field}>
        <SearchOutlined aria-hidden="true" />
        <input
          ref={takeFocus}
          value={typed}
          placeholder={t('searchHint')}
          aria-label={t('searchEverything')}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={
            found[current] === undefined ? undefined : `palette-${found[current].key}`
          }
          aria-autocomplete="list"
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={handleKey}
        />
      </div>
      <div
        id="palette-list"
        role="listbox"
        aria-label={t('searchEverything')}
        className={styles.list}
      >
        {found.length === 0 && (
          <p className={`quiet ${styles.none}`}>
            {typed.trim() === '' ? t('searchStart') : t('nothingFound', { ns: 'common' })}
          </p>
        )}
        {found.map((one, index) => (
          <div key={one.key}>
            {found[index - 1]?.group !== one.group && (
              <div className={styles.group} role="presentation">
                {one.group}
              </div>
            )}
            <div
              id={`palette-${one.key}`}
              role="option"
              aria-selected={index === current}
              tabIndex={-1}
              className={index === current ? `${styles.row} ${styles.current}` : styles.row}
              onPointerMove={() => setAt(index)}
              onClick={() => follow(one)}
              onKeyDown={handleKey}
            >
              <bdi>{one.name}</bdi>
              {one.hint !== null && <bdi className="quiet">{one.hint}</bdi>}
              {one.keys !== undefined && <kbd>{one.keys}</kbd>}
            </div>
          </div>
        ))}
      </div>
    </Dialog>
  )
}
