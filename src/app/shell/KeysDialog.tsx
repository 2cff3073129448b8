import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { undoKeys } from '#ui/feedback/undo/useUndoKeys.ts'
import { routeTitles } from '../titles.ts'
import { useNavigationGroups } from './navigation.tsx'
import { keysOf } from './shortcuts.ts'
import { setShortcutsEnabled, useShortcutsEnabled } from './useShortcuts.ts'
import styles from './KeysDialog.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'

export function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['shell', 'titles'])
  const areOn = useShortcutsEnabled()
  const groups = useNavigationGroups()
  const undo = undoKeys()
  const isMac = undo.undo.shown.startsWith('⌘')
  const routes = groups.flatMap(({ items }) => items.map(({ route }) => route))
  const rows = [
    { name: t('searchEverything'), keys: isMac ? '⌘K' : 'Ctrl+K' },
    { name: t('keys.undo'), keys: undo.undo.shown },
    { name: t('keys.redo'), keys: undo.redo.shown },
    { name: t('keys.title'), keys: '?' },
  ]
  const places = routes.flatMap((route) => {
    const keys = keysOf(route)
    return keys === undefined ? [] : [{ name: t(`titles:${routeTitles[route]}`), keys }]
  })
  return (
    <Dialog open footer={null} onCancel={onClose} title={t('keys.title')} width={560}>
      <Keys rows={rows} />
      <h3 className={styles.heading}>{t('keys.go')}</h3>
      <Keys rows={places} />
      <label className={styles.choice}>
        <Switch checked={areOn} onChange={setShortcutsEnabled} aria-label={t('keys.single')} />
        <span>
          {t('keys.single')} <span className="quiet">{t('keys.singleHint')}</span>
        </span>
      </label>
    </Dialog>
  )
}

function Keys({ rows }: { rows: readonly { name: string; keys: string }[] }) {
  return (
    <dl className={styles.keys}>
      {rows.map(({ name, keys }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="ltr">
            {keys.split(' ').map((one) => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
