/** Texts used before sign-in and everywhere (he). */
export const words = import.meta.glob<Record<string, unknown>>(
  '../../../../locales/he/{common,notices,titles,auth,secondStep}.json',
  { eager: true, import: 'default' },
)
