/** The permission groups a token may name (spec section 6). Roles are named sets of these. */
export const permissionGroups = [
  'editor|equipment',
  'editor|locations',
  'editor|procedures',
  'performer|procedures',
  'editor|automations',
  'editor|tickets',
  'editor|dashboards',
  'editor|management',
  'editor|import',
  'viewer|journal',
] as const
export type PermissionGroup = (typeof permissionGroups)[number]
