#!/usr/bin/env node
// `plantroom [COMMAND]`: the server, or a command beside it, with the .env of the current folder.
import { existsSync } from 'node:fs'

const commands = {
  start: 'main.js',
  doctor: 'doctor.js',
  backup: 'backup.js',
  restore: 'restore.js',
  move: 'move.js',
  company: 'company.js',
  series: 'series.js',
  'verify-log': 'verifyLog.js',
}
const [command = 'start', ...rest] = process.argv.slice(2)
const program = Object.hasOwn(commands, command) ? commands[command] : undefined
if (program === undefined) {
  console.error(
    `There is no command ${command}. The commands: ${Object.keys(commands).join(', ')}.`,
  )
  process.exit(1)
}
if (existsSync('.env')) process.loadEnvFile('.env')
process.argv.splice(2, Infinity, ...rest)
process.setSourceMapsEnabled(true)
await import(new URL(`server/${program}`, import.meta.url).href)
