export const words = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../locales/he/*.json',
    '!../../../../locales/he/{common,notices,titles,auth,secondStep}.json',
  ],
  { eager: true, import: 'default' },
)
