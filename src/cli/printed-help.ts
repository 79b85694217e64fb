import { existsSync, readFileSync } from 'node:fs'

/** The texts of help by the names of their command, joined by a blank: "" is the program's, "synth dedupe" a command's. */
export type HelpTexts = Readonly<Record<string, string>>

/** Beside the built modules; scripts/print-help.ts writes it. */
const FILE = new URL('./help.json', import.meta.url)

/** The help that these arguments ask for; undefined where they ask for none, or of a command that there is not. */
export function findPrintedHelp(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--')
  const given = end === -1 ? argv : argv.slice(0, end)
  const isCommand = given[0] === 'help'
  if (!isCommand && !given.includes('--help') && !given.includes('-h')) return undefined
  const firstOption = given.findIndex((arg) => arg.startsWith('-'))
  const names = given.slice(isCommand ? 1 : 0, firstOption === -1 ? undefined : firstOption)
  if (!existsSync(FILE)) return undefined
  const texts = JSON.parse(readFileSync(FILE, 'utf8')) as HelpTexts
  if (names.length > 0 && !Object.hasOwn(texts, names[0] ?? '')) return undefined
  const depth = names.findLastIndex((_, i) => Object.hasOwn(texts, names.slice(0, i + 1).join(' ')))
  return texts[names.slice(0, depth + 1).join(' ')]
}
