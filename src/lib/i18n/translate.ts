/**
 * Types of `t`: keys checked against the English files. i18next's own types accept far more and
 * take the type checker a quarter of its time. A new namespace needs two lines here.
 */
import type account from '../../../locales/en/account.json'
import type alerts from '../../../locales/en/alerts.json'
import type auth from '../../../locales/en/auth.json'
import type automations from '../../../locales/en/automations.json'
import type charts from '../../../locales/en/charts.json'
import type common from '../../../locales/en/common.json'
import type company from '../../../locales/en/company.json'
import type dashboards from '../../../locales/en/dashboards.json'
import type duties from '../../../locales/en/duties.json'
import type dynamicDashboards from '../../../locales/en/dynamicDashboards.json'
import type entities from '../../../locales/en/entities.json'
import type equipment from '../../../locales/en/equipment.json'
import type exports from '../../../locales/en/exports.json'
import type fellows from '../../../locales/en/fellows.json'
import type inventory from '../../../locales/en/inventory.json'
import type health from '../../../locales/en/health.json'
import type reliability from '../../../locales/en/reliability.json'
import type replacement from '../../../locales/en/replacement.json'
import type retention from '../../../locales/en/retention.json'
import type hooks from '../../../locales/en/hooks.json'
import type gateways from '../../../locales/en/gateways.json'
import type radioCalibration from '../../../locales/en/radioCalibration.json'
import type areas from '../../../locales/en/areas.json'
import type siteSurvey from '../../../locales/en/siteSurvey.json'
import type imports from '../../../locales/en/imports.json'
import type labelReports from '../../../locales/en/labelReports.json'
import type labels from '../../../locales/en/labels.json'
import type locations from '../../../locales/en/locations.json'
import type meters from '../../../locales/en/meters.json'
import type management from '../../../locales/en/management.json'
import type map from '../../../locales/en/map.json'
import type securityLog from '../../../locales/en/securityLog.json'
import type today from '../../../locales/en/today.json'
import type tracking from '../../../locales/en/tracking.json'
import type network from '../../../locales/en/network.json'
import type notices from '../../../locales/en/notices.json'
import type people from '../../../locales/en/people.json'
import type procedureLogs from '../../../locales/en/procedureLogs.json'
import type plans from '../../../locales/en/plans.json'
import type procedures from '../../../locales/en/procedures.json'
import type recurrence from '../../../locales/en/recurrence.json'
import type related from '../../../locales/en/related.json'
import type reports from '../../../locales/en/reports.json'
import type scan from '../../../locales/en/scan.json'
import type schedules from '../../../locales/en/schedules.json'
import type searchWords from '../../../locales/en/searchWords.json'
import type sensors from '../../../locales/en/sensors.json'
import type zones from '../../../locales/en/zones.json'
import type secondStep from '../../../locales/en/secondStep.json'
import type shell from '../../../locales/en/shell.json'
import type signedLogs from '../../../locales/en/signedLogs.json'
import type survey from '../../../locales/en/survey.json'
import type tickets from '../../../locales/en/tickets.json'
import type ticketWork from '../../../locales/en/ticketWork.json'
import type titles from '../../../locales/en/titles.json'
import type venueImport from '../../../locales/en/venueImport.json'

interface Texts {
  account: typeof account
  alerts: typeof alerts
  areas: typeof areas
  auth: typeof auth
  automations: typeof automations
  charts: typeof charts
  common: typeof common
  company: typeof company
  dashboards: typeof dashboards
  duties: typeof duties
  dynamicDashboards: typeof dynamicDashboards
  entities: typeof entities
  equipment: typeof equipment
  exports: typeof exports
  fellows: typeof fellows
  inventory: typeof inventory
  health: typeof health
  reliability: typeof reliability
  replacement: typeof replacement
  retention: typeof retention
  hooks: typeof hooks
  gateways: typeof gateways
  radioCalibration: typeof radioCalibration
  siteSurvey: typeof siteSurvey
  imports: typeof imports
  labelReports: typeof labelReports
  labels: typeof labels
  locations: typeof locations
  management: typeof management
  meters: typeof meters
  map: typeof map
  securityLog: typeof securityLog
  today: typeof today
  tracking: typeof tracking
  network: typeof network
  notices: typeof notices
  people: typeof people
  procedureLogs: typeof procedureLogs
  plans: typeof plans
  procedures: typeof procedures
  recurrence: typeof recurrence
  related: typeof related
  reports: typeof reports
  scan: typeof scan
  schedules: typeof schedules
  searchWords: typeof searchWords
  sensors: typeof sensors
  zones: typeof zones
  secondStep: typeof secondStep
  shell: typeof shell
  signedLogs: typeof signedLogs
  survey: typeof survey
  tickets: typeof tickets
  ticketWork: typeof ticketWork
  titles: typeof titles
  venueImport: typeof venueImport
}
export type Namespace = keyof Texts

/** `rows` stands for `rows_one` and `rows_other`; `kind_other` may not be a plural. */
type WithoutForm<Key extends string> =
  Key extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
    ? Stem | Key
    : Key

type PathsIn<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? WithoutForm<Key>
    : `${Key}.${PathsIn<Tree[Key]>}`
}[keyof Tree & string]

/** Computed once for each namespace. */
type Paths = { [N in Namespace]: PathsIn<Texts[N]> }
type Named = { [N in Namespace]: `${N}:${Paths[N]}` }

/** The first namespace is the default. */
type First<N extends Namespace | readonly Namespace[]> = N extends readonly [
  infer One extends Namespace,
  ...unknown[],
]
  ? One
  : N
type Each<N extends Namespace | readonly Namespace[]> = N extends readonly (infer One)[] ? One : N

/** A key that `t` of these namespaces accepts. */
export type Key<N extends Namespace | readonly Namespace[]> =
  | Paths[First<N> & Namespace]
  | Named[Each<N> & Namespace]

type Values = Readonly<Record<string, unknown>>

/** A `t` of more keys is assignable to a `t` of fewer. */
export interface TranslateOf<in Keys extends string> {
  (key: Keys, values?: Values & { ns?: never }): string
  <Other extends Namespace>(key: Paths[Other], values: Values & { ns: Other }): string
}

export type Translate<N extends Namespace | readonly Namespace[] = 'common'> = TranslateOf<Key<N>>
