import { existsSync, readFileSync } from 'node:fs'

/** The lines of a file that are not empty; none where there is no file. */
export const readLines = (file: string | URL): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []

/** The values of a file of JSON Lines. */
export const readRows = <T>(file: string | URL): T[] => readLines(file).map((line) => JSON.parse(line))

/** Values as JSON Lines. */
export const formatJsonLines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')
