import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'

const DIST = resolve(import.meta.dirname, '../dist')

/** The texts of help of a command and of those below it. */
function* renderHelp(command: Command, names: readonly string[]): Generator<readonly [string, string]> {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp()
  yield [names.join(' '), text]
  for (const below of command.commands)
    for (const name of [below.name(), ...below.aliases()]) yield* renderHelp(below, [...names, name])
}

/** Writes dist/help.json, from which the command line prints its help. */
export async function printHelp(): Promise<void> {
  const { createProgram } = (await import(pathToFileURL(`${DIST}/program.js`).href)) as {
    createProgram: (argv: readonly string[]) => Promise<Command>
  }
  const texts = Object.fromEntries(renderHelp(await createProgram([]), []))
  writeFileSync(`${DIST}/help.json`, JSON.stringify(texts))
}
