export const words = import.meta.glob<Record<string, unknown>>(
  '../../../../locales/sk/{common,notices,titles,auth,secondStep}.json',
  { eager: true, import: 'default' },
)
