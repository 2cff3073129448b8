/** The permission groups of a token (spec section 6). A role is a named set of them. */
export const permissionGroups = [
  'editor|equipment',
  'editor|locations',
  'editor|procedures',
  'performer|procedures',
  'editor|schedules',
  'editor|automations',
  'editor|tickets',
  'editor|duties',
  /** Working time that others recorded on tickets. */
  'viewer|work',
  /** Costs of tickets and prices of parts. */
  'viewer|costs',
  'editor|dashboards',
  'viewer|reports',
  'editor|devices',
  'editor|management',
  'editor|users',
  'editor|company',
  'editor|import',
  'viewer|journal',
  /** The security log, the health of the installation, and verification of the signed log chain. */
  'viewer|security',
  /** All company data as one archive, regardless of the user's other permissions. */
  'exporter|company',
] as const
export type PermissionGroup = (typeof permissionGroups)[number]

/** The role that always has every permission group, so that no company can lock itself out. */
export const ADMINISTRATOR = 'administrator'
