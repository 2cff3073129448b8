export const words = import.meta.glob<Record<string, unknown>>(
  '../../../../locales/ar/{common,notices,titles,auth,secondStep}.json',
  { eager: true, import: 'default' },
)
