import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { search } from '#contract/search'
import { injectContract } from '../../../api/api.ts'
import { useClaims, useMay } from '../../../entities/session/useSession.ts'
import { useDebounced } from '../../../lib/useDebounced.ts'
import { pathTo } from '../../../lib/paths.ts'
import { chooseScheme, useScheme } from '../../../ui/theme/scheme.ts'
import { routeTitles } from '../../titles.ts'
import { useNavigationGroups } from '../navigation.tsx'
import { keysOf } from '../shortcuts.ts'
import { matches } from './matches.ts'
import { recentsOf, rememberRecent } from './recents.ts'
import { verbsOf } from './verbs.ts'

const { useSearchQuery } = injectContract(search)

/** So many of the things that were found are offered on the map too. */
const ON_MAP = 3

interface Row {
  key: string
  group: string
  name: string
  hint: string | null
  /** Which keys do the same. */
  keys?: string | undefined
  /** Called when it is opened, so that it is found again. */
  remember?: () => void
}
export type Found = Row & ({ to: string } | { to: null; run(): void })

/** Screens and verbs match at once; the rest comes from the server when typing rests. */
export function useFound(typed: string, onShowKeys: () => void): Found[] {
  const wanted = typed.trim()
  const things = useThings(wanted)
  const screens = useScreens()
  const doings = useDoings(onShowKeys)
  const recents = useRecents()
  return useMemo(() => {
    const local = [...doings, ...screens]
    if (wanted === '') return [...recents, ...local]
    return [...things, ...local.filter(({ name }) => matches(name, wanted))]
  }, [things, screens, doings, recents, wanted])
}

function useOwner(): string | null {
  const claims = useClaims()
  return claims === null ? null : `${claims.companyId}/${claims.userId}`
}

function useRecents(): Found[] {
  const { t } = useTranslation('shell')
  const owner = useOwner()
  return useMemo(
    () =>
      owner === null
        ? []
        : recentsOf(owner).map((one) => ({
            ...one,
            key: `recent-${one.key}`,
            group: t('searchRecents'),
            remember: () => rememberRecent(owner, one),
          })),
    [owner, t],
  )
}

function useScreens(): Found[] {
  const { t } = useTranslation(['shell', 'titles'])
  const groups = useNavigationGroups()
  return useMemo(
    () =>
      groups
        .flatMap((group) => group.items)
        .flatMap((item) => [item.route, ...(item.also ?? []).map(({ route }) => route)])
        .map((route) => ({
          key: route,
          group: t('shell:searchScreens'),
          name: t(`titles:${routeTitles[route]}`),
          hint: null,
          keys: keysOf(route),
          to: pathTo(route),
        })),
    [groups, t],
  )
}

/** What can be begun, and what changes this page. */
function useDoings(onShowKeys: () => void): Found[] {
  const { t } = useTranslation('shell')
  const claims = useClaims()
  const { scheme } = useScheme()
  return useMemo(() => {
    const group = t('searchVerbs')
    const other = scheme === 'dark' ? 'light' : 'dark'
    return [
      ...verbsOf(claims?.companyId ?? 0)
        .filter(({ needs }) => needs === undefined || claims?.permissions.includes(needs))
        .map(({ verb, to }) => ({ key: verb, group, name: t(`verb.${verb}`), hint: null, to })),
      {
        key: 'scheme',
        group,
        name: t(`verb.${other}`),
        hint: null,
        to: null,
        run: () => chooseScheme(other),
      },
      {
        key: 'keys',
        group,
        name: t('keys.title'),
        hint: null,
        keys: '?',
        to: null,
        run: onShowKeys,
      },
      { key: 'account', group, name: t('account'), hint: null, to: pathTo('account') },
      { key: 'logout', group, name: t('signOut'), hint: null, to: pathTo('logout') },
    ]
  }, [claims, scheme, onShowKeys, t])
}

function useThings(question: string): Found[] {
  const { t } = useTranslation('shell')
  const owner = useOwner()
  const mayOpenPeople = useMay('editor|users')
  const asked = useDebounced(question, 120)
  const { currentData } = useSearchQuery({ params: { q: asked } }, { skip: asked === '' })
  return useMemo(() => {
    const things = (currentData ?? []).flatMap((hit): Found[] => {
      const to = addressOf(hit.kind, hit.id, mayOpenPeople)
      if (to === null) return []
      const one = { key: `${hit.kind}-${hit.id}`, name: hit.name, hint: hit.hint, to }
      return [
        {
          ...one,
          group: t(`kind_${hit.kind}`),
          ...(owner !== null && { remember: () => rememberRecent(owner, one) }),
        },
      ]
    })
    // Things of one kind stand together, in the server's order of kinds.
    const kinds = [...new Set(things.map((thing) => thing.group))]
    const onMap = (currentData ?? [])
      .filter(({ kind }) => kind === 'equipment')
      .slice(0, ON_MAP)
      .map(({ id, name, hint }): Found => ({
        key: `map-${id}`,
        name,
        hint,
        group: t('searchOnMap'),
        to: pathTo('mapping', undefined, { id }),
      }))
    return [...kinds.flatMap((kind) => things.filter((thing) => thing.group === kind)), ...onMap]
  }, [currentData, mayOpenPeople, owner, t])
}

function addressOf(
  kind:
    | 'equipment'
    | 'location'
    | 'procedure'
    | 'ticket'
    | 'dashboard'
    | 'dynamicDashboard'
    | 'user',
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
