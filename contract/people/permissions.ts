/** The permission groups a token may name (spec section 6). Roles are named sets of these. */
export const permissionGroups = [
  'editor|equipment',
  'editor|locations',
  'editor|procedures',
  'performer|procedures',
  'editor|schedules',
  'editor|automations',
  'editor|tickets',
  'editor|dashboards',
  'viewer|reports',
  'editor|devices',
  /** The words of the company: types, statuses, tags. */
  'editor|management',
  /** People, their roles and what they may reach. */
  'editor|users',
  /** The company's own settings. */
  'editor|company',
  'editor|import',
  'viewer|journal',
  /** The security log, the health of the installation, and the check of the sealed chain. */
  'viewer|security',
  /** Everything of the company as one archive, whatever else the person may see. */
  'exporter|company',
] as const
export type PermissionGroup = (typeof permissionGroups)[number]

/** The role that always has every group, so that no company can lock itself out. */
export const ADMINISTRATOR = 'administrator'
