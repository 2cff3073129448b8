import type { Plugin } from 'vite'

export function onlyStayingFiles(): Plugin
