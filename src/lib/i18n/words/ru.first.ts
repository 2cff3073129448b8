export const words = import.meta.glob<Record<string, unknown>>(
  '../../../../locales/ru/{common,notices,titles,auth,secondStep}.json',
  { eager: true, import: 'default' },
)
