import { GlobalOutlined, LogoutOutlined, MoonOutlined, SearchOutlined, SunOutlined } from '@ant-design/icons'
import { Dropdown, Tooltip, type MenuProps } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { auth } from '#contract/auth'
import { injectContract } from '../../api/api.ts'
import type { LiveState } from '../../api/live.ts'
import { changeLanguage, currentLanguage } from '../../lib/i18n/i18n.ts'
import { keepLanguage } from '../../lib/i18n/keptLanguage.ts'
import { isLanguage, languageNames, languages } from '../../lib/i18n/languages.ts'
import { initials } from '../../ui/marks.tsx'
import { chooseScheme, schemeChoices, useScheme } from '../../ui/theme/scheme.ts'
import { pathTo } from '../paths.ts'
import { SearchPalette } from './SearchPalette.tsx'

const { useGetSessionQuery, useSetLanguageMutation } = injectContract(auth)

export function TopBar({ live }: { live: LiveState }) {
  const { t } = useTranslation('shell')
  const { data } = useGetSessionQuery()
  const [isSearching, setIsSearching] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setIsSearching((before) => !before)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  return (
    <header className="top">
      <span className="top-company" title={t('company', { ns: 'common' })}><bdi>{data?.company.name ?? ''}</bdi></span>
      <button type="button" className="top-search" onClick={() => setIsSearching(true)}>
        <SearchOutlined aria-hidden="true" />
        <span>{t('searchEverything')}</span>
        <kbd aria-hidden="true">{navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <div className="top-end">
        {live === 'cut' && <Tooltip title={t('cut')}><span className="live-cut" role="status" aria-label={t('cut')} /></Tooltip>}
        <LanguageMenu />
        <ThemeMenu />
        <PersonMenu name={data?.user.name ?? ''} email={data?.user.email ?? ''} />
      </div>
      {isSearching && <SearchPalette onClose={() => setIsSearching(false)} />}
    </header>
  )
}

function LanguageMenu() {
  const { t, i18n } = useTranslation('shell')
  const [setLanguage] = useSetLanguageMutation()
  const items: MenuProps['items'] = languages.map((language) => ({ key: language, label: <span lang={language}>{languageNames[language]}</span> }))
  async function choose(key: string): Promise<void> {
    if (!isLanguage(key) || key === i18n.resolvedLanguage) return
    keepLanguage(key)
    await changeLanguage(key)
    await setLanguage({ body: { language: key } })
  }
  return (
    <Dropdown menu={{ items, selectable: true, selectedKeys: [currentLanguage()], onClick: ({ key }) => void choose(key) }} trigger={['click']} placement="bottomRight">
      <button type="button" className="top-button" aria-label={t('language')}><GlobalOutlined /></button>
    </Dropdown>
  )
}

function ThemeMenu() {
  const { t } = useTranslation('shell')
  const { choice, scheme } = useScheme()
  const items: MenuProps['items'] = schemeChoices.map((one) => ({ key: one, label: t(`theme_${one}`) }))
  return (
    <Dropdown
      menu={{ items, selectable: true, selectedKeys: [choice], onClick: ({ key }) => chooseScheme(schemeChoices.find((one) => one === key) ?? 'system') }}
      trigger={['click']} placement="bottomRight"
    >
      <button type="button" className="top-button" aria-label={t('theme')}>{scheme === 'dark' ? <MoonOutlined /> : <SunOutlined />}</button>
    </Dropdown>
  )
}

function PersonMenu({ name, email }: { name: string; email: string }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const items: MenuProps['items'] = [
    { key: 'who', type: 'group', label: <span className="who"><strong><bdi>{name}</bdi></strong><bdi>{email}</bdi></span> },
    { type: 'divider' },
    { key: 'signOut', icon: <LogoutOutlined />, label: t('signOut') },
  ]
  return (
    <Dropdown menu={{ items, onClick: ({ key }) => { if (key === 'signOut') void navigate(pathTo('logout')) } }} trigger={['click']} placement="bottomRight">
      <button type="button" className="top-person" aria-label={t('account')}><span className="person-mark" aria-hidden="true" data-initials={initials(name)} /></button>
    </Dropdown>
  )
}
