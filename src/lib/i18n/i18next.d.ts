/** Keys are checked against the English files. A new namespace gets one line here. */
import 'i18next'
import type auth from '../../../locales/en/auth.json'
import type common from '../../../locales/en/common.json'
import type entities from '../../../locales/en/entities.json'
import type equipment from '../../../locales/en/equipment.json'
import type imports from '../../../locales/en/imports.json'
import type locations from '../../../locales/en/locations.json'
import type management from '../../../locales/en/management.json'
import type notBuilt from '../../../locales/en/notBuilt.json'
import type notices from '../../../locales/en/notices.json'
import type shell from '../../../locales/en/shell.json'
import type titles from '../../../locales/en/titles.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      auth: typeof auth
      common: typeof common
      entities: typeof entities
      equipment: typeof equipment
      imports: typeof imports
      locations: typeof locations
      management: typeof management
      notBuilt: typeof notBuilt
      notices: typeof notices
      shell: typeof shell
      titles: typeof titles
    }
  }
}
