import {
  GlobalOutlined,
  LogoutOutlined,
  MoonOutlined,
  SearchOutlined,
  SunOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { MenuProps } from 'antd'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/auth/auth.ts'
import { injectContract } from '#api/api.ts'
import type { LiveState } from '#api/live.ts'
import { useCompanies } from '#entities/companies/useCompanies.ts'
import { changeLanguage, currentLanguage } from '#lib/i18n/i18n.ts'
import { saveLanguage } from '#lib/i18n/storedLanguage.ts'
import { isLanguage, languageNames, languages } from '#lib/i18n/languages.ts'
import { prefetchWhenIdle, loadPartLater } from '#lib/lateFiles.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { fetchLateParts, LateTooltip } from '#ui/lateParts.tsx'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { initials } from '#ui/page/marks.tsx'
import { menuLink, useMenuLinks } from '#ui/page/menuLinks.tsx'
import { chooseScheme, schemeChoices, useScheme } from '#ui/theme/scheme.ts'
import { pathTo } from '#lib/paths.ts'
import { Bell } from './Bell.tsx'
import { COMPANY_HERE, CompanyMenu, useCompanyItems } from './CompanyMenu.tsx'
import { UnsentSign } from './UnsentSign.tsx'
import { useShortcuts } from './useShortcuts.ts'
import styles from './shell.module.css'
import marksStyles from '#ui/page/marks.module.css'

// Loads after the first screen, because a keyboard shortcut may open the palette at any time.
const SearchPalette = loadPartLater(() =>
  import('./palette/SearchPalette.tsx').then((file) => ({ default: file.SearchPalette })),
)
const KeysDialog = loadPartLater(() =>
  import('./KeysDialog.tsx').then((file) => ({ default: file.KeysDialog })),
)

const { useGetSessionQuery, useSetLanguageMutation } = injectContract(auth)

export function TopBar({ live }: { live: LiveState }) {
  const { t } = useTranslation('shell')
  const { data } = useGetSessionQuery()
  const [isSearching, setIsSearching] = useState(false)
  const [areKeysShown, setAreKeysShown] = useState(false)
  const showKeys = useCallback(() => setAreKeysShown(true), [])
  useShortcuts(showKeys)
  useEffect(() => prefetchWhenIdle(fetchLateParts, SearchPalette.fetch, KeysDialog.fetch), [])
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // An open dialog takes precedence: it would cover the screen that was found.
      const { target } = event
      const isAsked = target instanceof Element && target.closest('[aria-modal=true]') !== null
      setIsSearching((before) => !before && !isAsked)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  const cutSign = <span className={styles.liveCut} role="status" aria-label={t('cut')} />
  return (
    <header className={`${styles.top} screen-only`}>
      <CompanyMenu company={data?.company} />
      <button type="button" className={styles.topSearch} onClick={() => setIsSearching(true)}>
        <SearchOutlined aria-hidden="true" />
        <span>{t('searchEverything')}</span>
        <kbd aria-hidden="true">{navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <div className={styles.topEnd}>
        {live === 'cut' && (
          <Suspense fallback={cutSign}>
            <LateTooltip title={t('cut')}>{cutSign}</LateTooltip>
          </Suspense>
        )}
        <UnsentSign />
        <Bell />
        <LanguageMenu />
        <ThemeMenu />
        <PersonMenu name={data?.user.name ?? ''} email={data?.user.email ?? ''} />
      </div>
      <Suspense fallback={null}>
        {isSearching && (
          <SearchPalette onClose={() => setIsSearching(false)} onShowKeys={showKeys} />
        )}
        {areKeysShown && <KeysDialog onClose={() => setAreKeysShown(false)} />}
      </Suspense>
    </header>
  )
}

function LanguageMenu() {
  const { t, i18n } = useTranslation('shell')
  const [setLanguage] = useSetLanguageMutation()
  const items: MenuProps['items'] = languages.map((language) => ({
    key: language,
    label: <span lang={language}>{languageNames[language]}</span>,
  }))
  async function choose(key: string): Promise<void> {
    if (!isLanguage(key) || key === i18n.resolvedLanguage) return
    saveLanguage(key)
    await changeLanguage(key)
    await setLanguage({ body: { language: key } })
  }
  return (
    <DropMenu
      menu={{
        items,
        selectable: true,
        selectedKeys: [currentLanguage()],
        onClick: ({ key }) => void choose(key),
      }}
      placement="bottomRight"
    >
      <button type="button" className={styles.topButton} aria-label={t('language')}>
        <GlobalOutlined aria-hidden />
      </button>
    </DropMenu>
  )
}

function ThemeMenu() {
  const { t } = useTranslation('shell')
  const { choice, scheme } = useScheme()
  const items: MenuProps['items'] = schemeChoices.map((one) => ({
    key: one,
    label: t(`theme_${one}`),
  }))
  return (
    <DropMenu
      menu={{
        items,
        selectable: true,
        selectedKeys: [choice],
        onClick: ({ key }) => chooseScheme(schemeChoices.find((one) => one === key) ?? 'system'),
      }}
      placement="bottomRight"
    >
      <button type="button" className={styles.topButton} aria-label={t('theme')}>
        {scheme === 'dark' ? <MoonOutlined aria-hidden /> : <SunOutlined aria-hidden />}
      </button>
    </DropMenu>
  )
}

interface PersonMenuProps {
  name: string
  email: string
}

function PersonMenu({ name, email }: PersonMenuProps) {
  const { t } = useTranslation('shell')
  const handleKey = useMenuLinks()
  const isPhone = useIsPhone()
  const companies = useCompanies() ?? []
  const others = useCompanyItems(companies)
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <span className={styles.who}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <bdi>{email}</bdi>
        </span>
      ),
    },
    { type: 'divider' },
    // A narrow top bar does not fit the company's menu.
    ...(isPhone && others.length > 1
      ? [
          { key: 'companies', type: 'group' as const, label: t('companies'), children: others },
          { type: 'divider' as const },
        ]
      : []),
    menuLink(pathTo('account'), t('account'), <UserOutlined aria-hidden />),
    menuLink(pathTo('logout'), t('signOut'), <LogoutOutlined aria-hidden />),
  ]
  return (
    <DropMenu
      menu={{ items, selectable: true, selectedKeys: [COMPANY_HERE], onClick: handleKey }}
      placement="bottomRight"
    >
      <button type="button" className={styles.topPerson} aria-label={t('account')}>
        <span
          className={`${marksStyles.personMark} ${styles.topInitials}`}
          aria-hidden="true"
          data-initials={initials(name)}
        />
      </button>
    </DropMenu>
  )
}
