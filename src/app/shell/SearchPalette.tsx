/**
 * Ctrl/Cmd+K finds equipment, places, procedures, tickets, dashboards, people and screens by a few
 * letters.
 */
import { SearchOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { search } from '#contract/search'
import { injectContract } from '../../api/api.ts'
import { useMay } from '../../entities/session/useSession.ts'
import { useDebounced } from '../../lib/useDebounced.ts'
import { pathTo } from '../../lib/paths.ts'
import { routeTitles } from '../titles.ts'
import { useNavigationGroups } from './navigation.tsx'
import styles from './shell.module.css'

const { useSearchQuery } = injectContract(search)

interface Found {
  key: string
  group: string
  name: string
  hint: string | null
  to: string
}

export function SearchPalette({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = useFound(typed)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const current = Math.min(at, found.length - 1)

  function follow(one: Found | undefined): void {
    if (one === undefined) return
    onClose()
    void navigate(one.to)
  }
  function handleKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((current + step + found.length) % Math.max(1, found.length))
    }
    if (event.key === 'Enter') follow(found[current])
  }
  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={600}
      title={null}
      aria-label={t('searchEverything')}
      styles={{ container: { padding: 0 } }}
    >
      <div className={styles.paletteField}>
        <SearchOutlined aria-hidden="true" />
        <input
          ref={field}
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
        className={styles.paletteList}
      >
        {found.length === 0 && (
          <p className={`quiet ${styles.paletteNone}`}>
            {typed.trim() === '' ? t('searchStart') : t('nothingFound', { ns: 'common' })}
          </p>
        )}
        {found.map((one, index) => (
          <div key={one.key}>
            {found[index - 1]?.group !== one.group && (
              <div className={styles.paletteGroup} role="presentation">
                {one.group}
              </div>
            )}
            <div
              id={`palette-${one.key}`}
              role="option"
              aria-selected={index === current}
              tabIndex={-1}
              className={
                index === current ? `${styles.paletteRow} ${styles.current}` : styles.paletteRow
              }
              onPointerMove={() => setAt(index)}
              onClick={() => follow(one)}
              onKeyDown={handleKey}
            >
              <bdi>{one.name}</bdi>
              {one.hint !== null && <bdi className="quiet">{one.hint}</bdi>}
            </div>
          </div>
        ))}
      </div>
    </Modal>
  )
}

/** Screens match at once; the rest comes from the server when typing rests. */
function useFound(typed: string): Found[] {
  const { t } = useTranslation(['shell', 'titles'])
  const groups = useNavigationGroups()
  const mayOpenPeople = useMay('editor|users')
  const question = useDebounced(typed.trim(), 120)
  const { currentData } = useSearchQuery({ params: { q: question } }, { skip: question === '' })
  return useMemo(() => {
    const wanted = typed.trim().toLocaleLowerCase()
    const screens = groups
      .flatMap((group) => group.items)
      .flatMap((item) => [item.route, ...(item.also ?? []).map(({ route }) => route)])
      .map((route) => ({
        key: route,
        group: t('shell:searchScreens'),
        name: t(`titles:${routeTitles[route]}`),
        hint: null,
        to: pathTo(route),
      }))
      .filter((screen) => screen.name.toLocaleLowerCase().includes(wanted))
    const things = (wanted === '' ? [] : (currentData ?? [])).flatMap((hit): Found[] => {
      const to = addressOf(hit.kind, hit.id, mayOpenPeople)
      return to === null
        ? []
        : [
            {
              key: `${hit.kind}-${hit.id}`,
              group: t(`shell:kind_${hit.kind}`),
              name: hit.name,
              hint: hit.hint,
              to,
            },
          ]
    })
    // Things of one kind stand together, in the server's order of kinds.
    const kinds = [...new Set(things.map((thing) => thing.group))]
    return [...kinds.flatMap((kind) => things.filter((thing) => thing.group === kind)), ...screens]
  }, [groups, currentData, typed, mayOpenPeople, t])
}

function addressOf(
  kind:
    'equipment' | 'location' | 'procedure' | 'ticket' | 'dashboard' | 'dynamicDashboard' | 'user',
  id: number,
  mayOpenPeople: boolean,
): string | null {
  if (kind === 'equipment') return pathTo('equipment', undefined, { id })
  if (kind === 'location') return pathTo('locations', undefined, { id })
  if (kind === 'procedure') return pathTo('procedure', { procedureId: id })
  if (kind === 'ticket') return pathTo('tickets', undefined, { id })
  if (kind === 'dashboard') return pathTo('dashboard', { dashboardId: id })
  if (kind === 'dynamicDashboard') return pathTo('dynamicDashboard', { dynamicDashboardId: id })
  return mayOpenPeople ? pathTo('users', undefined, { id }) : null
}
