/** What is said before one is signed in, and everywhere (ru). */
export const words = import.meta.glob<Record<string, unknown>>(
  '../../../../locales/ru/{common,notices,titles,auth,secondStep}.json',
  { eager: true, import: 'default' },
)
