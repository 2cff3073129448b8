/** All words but those of the first page (ru). */
export const words = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../locales/ru/*.json',
    '!../../../../locales/ru/{common,notices,titles,auth,secondStep}.json',
  ],
  { eager: true, import: 'default' },
)
