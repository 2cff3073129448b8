import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auth } from '#contract/auth/auth.ts'
import { isFound } from '#contract/rules/fold.ts'
import { search } from '#contract/search.ts'
import { injectContract } from '#api/api.ts'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { MY_QUEUE } from '#entities/recurrence/myQueue.ts'
import { isPermitted } from '#entities/rights/places.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { changeLanguage, currentLanguage } from '#lib/i18n/i18n.ts'
import { languageNames, languages, type Language } from '#lib/i18n/languages.ts'
import { saveLanguage } from '#lib/i18n/storedLanguage.ts'
import { today } from '../../../features/today/routes.tsx'
import { useDebounced } from '#lib/useDebounced.ts'
import { pathTo } from '#lib/paths.ts'
import { useChecksStillOpen } from '#entities/unsent/useChecksStillOpen.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import { chooseScheme, useScheme } from '#ui/theme/scheme.ts'
import { routeTitles } from '../../titles.ts'
import { useNavigationGroups } from '../navigation.tsx'
import { keysOf } from '../shortcuts.ts'
import { moreScreens, wordLists } from './moreScreens.ts'
import { recentsOf, rememberRecent } from './recents.ts'
import { verbsOf } from './verbs.ts'

const { useSearchQuery } = injectContract(search)
const { useSetLanguageMutation } = injectContract(auth)

const ON_MAP = 3

interface Row {
  key: string
  group: string
  name: string
  hint: string | null
  /** Further search words, not shown. */
  words?: string
  keys?: string | undefined
  remember?: () => void
}
export type Found = Row & ({ to: string } | { to: null; run(): void; stays?: true })
interface Doings {
  onShowKeys(): void
  onReport(): void
}

/** Screens and actions match at once; the rest comes from the server when typing pauses. */
export function usePaletteResults(typed: string, does: Doings): Found[] {
  const wanted = typed.trim()
  const things = useThings(wanted)
  const screens = useScreens()
  const rounds = useRounds()
  const doings = useDoings(does)
  const recents = useRecents()
  return useMemo(() => {
    const local = [...rounds, ...doings, ...screens]
    if (wanted === '') return [...recents, ...local]
    return [...things, ...matching(local, wanted)]
  }, [things, screens, rounds, doings, recents, wanted])
}

function matching(found: readonly Found[], wanted: string): Found[] {
  const groups = [...new Set(found.map(({ group }) => group))]
  return groups.flatMap((group) => {
    const rows = found.filter((one) => one.group === group)
    const isCalled = ({ name }: Found) => isFound(name, wanted)
    const isMeant = ({ name, words = '' }: Found) => isFound(`${name} ${words}`, wanted)
    return [...rows.filter(isCalled), ...rows.filter((one) => !isCalled(one) && isMeant(one))]
  })
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
  const { t } = useTranslation(['shell', 'titles', 'management', 'searchWords'])
  const groups = useNavigationGroups()
  const permissions = useClaims()?.permissions
  return useMemo(() => {
    const group = t('shell:searchScreens')
    const may = permissions ?? []
    const routes = groups
      .flatMap(({ items }) => items)
      .flatMap(({ route, also = [] }) => [route, ...also.map((one) => one.route)])
    const others = moreScreens.filter((one) => isPermitted(one, may)).map(({ route }) => route)
    return [
      ...[...routes, ...others].map((route) => ({
        key: route,
        group,
        name: t(`titles:${routeTitles[route]}`),
        hint: null,
        words: t(`searchWords:${route}`),
        keys: keysOf(route),
        to: pathTo(route),
      })),
      ...wordLists
        .filter(({ needs = 'editor|management' }) => may.includes(needs))
        .map(({ key, slug }) => ({
          key: `words-${key}`,
          group,
          name: t(`management:${key}`),
          hint: t('titles:management'),
          words: `${t('titles:management')} ${t(`searchWords:${key}`)}`,
          to: pathTo('managementList', { referenceList: slug }),
        })),
    ]
  }, [groups, permissions, t])
}

type Today = Pick<Awaited<ReturnType<typeof today>>, 'roundsOf' | 'startOf'>

/** The person's pending rounds, started as on Today. Their code loads with that screen only. */
function useRounds(): Found[] {
  const { t } = useTranslation(['shell', 'today'])
  const skip = !useMay('performer|procedures')
  const query = rruleCalls.useListOccurrencesQuery(MY_QUEUE, { skip })
  const rows = useChecksStillOpen(answerToShow(query))?.rows
  const [knowing, setKnowing] = useState<Today | null>(null)
  useEffect(() => {
    today().then(setKnowing, () => undefined) // the Today screen itself shows the error
  }, [])
  if (rows === undefined || knowing === null) return []
  return knowing.roundsOf(rows, currentLanguage()).flatMap((round) => {
    const to = knowing.startOf(round)
    if (to === null) return []
    const { name } = round.checks[0].procedure
    return [
      {
        key: `round-${round.key}`,
        group: t('shell:searchVerbs'),
        name: t('today:startRoundOf', { name }),
        hint: null,
        to,
      },
    ]
  })
}

function useDoings({ onShowKeys, onReport }: Doings): Found[] {
  const { t } = useTranslation(['shell', 'tickets', 'labels', 'searchWords'])
  const claims = useClaims()
  const [setLanguage] = useSetLanguageMutation()
  const { scheme } = useScheme()
  return useMemo(() => {
    const group = t('searchVerbs')
    const other = scheme === 'dark' ? 'light' : 'dark'
    const speak = async (language: Language): Promise<void> => {
      saveLanguage(language)
      await changeLanguage(language)
      await setLanguage({ body: { language } })
    }
    return [
      {
        key: 'reportProblem',
        group,
        name: t('tickets:report.verb'),
        hint: null,
        words: t('searchWords:reportProblem'),
        to: null,
        run: onReport,
        stays: true,
      },
      ...verbsOf(claims?.companyId ?? 0)
        .filter(({ needs }) => needs === undefined || claims?.permissions.includes(needs))
        .map(({ verb, to }) => ({
          key: verb,
          group,
          name: t(`verb.${verb}`),
          hint: null,
          words: t(`searchWords:${verb}`),
          to,
        })),
      {
        key: 'labels',
        group,
        name: t('labels:print'),
        hint: null,
        words: t('searchWords:labels'),
        to: pathTo('labels'),
      },
      {
        key: 'scheme',
        group,
        name: t(`verb.${other}`),
        hint: null,
        words: t('searchWords:scheme'),
        to: null,
        run: () => chooseScheme(other),
      },
      {
        key: 'keys',
        group,
        name: t('keys.title'),
        hint: null,
        words: t('searchWords:keys'),
        keys: '?',
        to: null,
        run: onShowKeys,
      },
      ...languages
        .filter((language) => language !== currentLanguage())
        .map((language) => ({
          key: `language-${language}`,
          group,
          name: `${t('language')}: ${languageNames[language]}`,
          hint: null,
          to: null,
          run: () => void speak(language),
        })),
      {
        key: 'account',
        group,
        name: t('account'),
        hint: null,
        words: t('searchWords:account'),
        to: pathTo('account'),
      },
      {
        key: 'logout',
        group,
        name: t('signOut'),
        hint: null,
        words: t('searchWords:logout'),
        to: pathTo('logout'),
      },
    ]
  }, [claims, scheme, onShowKeys, onReport, setLanguage, t])
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
