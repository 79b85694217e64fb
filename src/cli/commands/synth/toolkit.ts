import { basename } from 'node:path'
import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import { readText } from '../../../shared/whole-file.ts'
import { buildToolkit } from '../../../synthetic/toolkit/build-toolkit.ts'
import { writeToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { TOOLKIT_ENDING } from '../../../tools/imported/files.ts'
import { printJson, printText, warn } from '../../output.ts'

interface Options {
  tools: string
  state?: string
  known?: string
  name?: string
  out: string
  json?: boolean
}

const source = (file: string, what: string) => ({ file, text: readText(file, what) })

function run({ tools, state, known, name, out, json }: Options): void {
  if (!out.endsWith(TOOLKIT_ENDING))
    throw new TracewrightError(`Invalid --out ${out}: expected a file name that ends in ${TOOLKIT_ENDING}.`)
  const { toolkit, notes } = buildToolkit({
    name: name ?? basename(out).slice(0, -TOOLKIT_ENDING.length),
    tools: source(tools, 'tools'),
    ...(state === undefined ? {} : { state: source(state, 'the state') }),
    ...(known === undefined ? {} : { known: source(known, 'known calls') }),
  })
  writeToolkit(out, toolkit)
  for (const note of notes) warn(note)
  const counts = {
    file: out,
    name: toolkit.name,
    tools: toolkit.tools.length,
    rules: toolkit.tools.reduce((sum, { rules }) => sum + rules.length, 0),
    handlers: toolkit.tools.filter(({ handler }) => handler !== undefined).length,
    collections: Object.keys(toolkit.state).length,
    known: toolkit.known.length,
    left_out: notes.length,
  }
  if (json) printJson(counts)
  else
    printText(
      `${out}: ${counts.tools} tools with ${counts.rules} rules and ${counts.handlers} handlers, ` +
        `${counts.collections} collections, ${counts.known} known calls`,
    )
}

/** `tracewright synth toolkit` */
export const addToolkit = (synth: Command): Command =>
  synth
    .command('toolkit')
    .description('put tools, the state they act on and known calls into the one file that simulates them')
    .requiredOption('--tools <file>', 'JSON Lines of tools, published or generated')
    .requiredOption('--out <file>', 'toolkit to write, NAME.toolkit.json')
    .option('--state <file>', 'JSON object of collections of records')
    .option('--known <file>', 'JSON Lines of {"tool","args","output"}, or of published metadata')
    .option('--name <name>', 'name of the toolkit (default: that of the file)')
    .option('--json', 'print one JSON document')
    .action(run)
