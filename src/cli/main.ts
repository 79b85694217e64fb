#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command, CommanderError, Help } from 'commander'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { printableLines } from '../shared/printable.ts'
import { addNamed, type Commands } from './commands.ts'
import { hasLoadedModule } from './load-module.ts'
import { warn } from './output.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The commands, in the order of the help. */
const COMMANDS: Commands = {
  init: async () => (await import('./commands/init.ts')).addInit,
  tools: async () => (await import('./commands/tools.ts')).addTools,
  simulate: async () => (await import('./commands/simulate.ts')).addSimulate,
  import: async () => (await import('./commands/import.ts')).addImport,
  draft: async () => (await import('./commands/draft.ts')).addDraft,
  generate: async () => (await import('./commands/generate.ts')).addGenerate,
  score: async () => (await import('./commands/score.ts')).addScore,
  audit: async () => (await import('./commands/audit.ts')).addAudit,
  record: async () => (await import('./commands/record.ts')).addRecord,
  reground: async () => (await import('./commands/reground.ts')).addReground,
  calibrate: async () => (await import('./commands/calibrate.ts')).addCalibrate,
  ledger: async () => (await import('./commands/ledger.ts')).addLedger,
  leaderboard: async () => (await import('./commands/leaderboard.ts')).addLeaderboard,
  report: async () => (await import('./commands/report.ts')).addReport,
  diff: async () => (await import('./commands/diff.ts')).addDiff,
  cassettes: async () => (await import('./commands/cassettes.ts')).addCassettes,
  serve: async () => (await import('./commands/serve/index.ts')).addServe,
  pull: async () => (await import('./commands/pull.ts')).addPull,
  synth: async () => (await import('./commands/synth/index.ts')).addSynth,
}

/** The command line. Commands print documents on standard output, and nothing else there under `--json`. */
async function program(argv: readonly string[]): Promise<Command> {
  const command = new Command('tracewright')
    .description('Regression tests for tool-using agents.')
    .version(version)
    .exitOverride()
    .configureHelp({
      // An option that may be repeated begins with none of them, which is nothing to say.
      optionDescription(option) {
        const { defaultValue, description } = option
        const isEmpty = Array.isArray(defaultValue) && defaultValue.length === 0
        return isEmpty ? description : Help.prototype.optionDescription.call(this, option)
      },
    })
    .configureOutput({
      outputError: (text, write) => write(`tracewright: ${printableLines(text.replace(/^error: /, ''))}`),
    })
  // For its version a program needs no command.
  if (!/^(?:-V|--version)$/.test(argv[0] ?? '')) await addNamed(command, COMMANDS, argv)
  return command
}

/** Runs the command line; gives the exit code: 0 done, 1 the answer is no, 2 the call or its input is wrong. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    const command = await program(argv)
    await command.parseAsync([...argv], { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // Commander has said its own errors; help and version leave this way as well.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const expected = error instanceof TracewrightError
    warn(expected ? error.message : `Failed unexpectedly: ${messageOf(error)}.`)
    return 2
  }
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe has seen enough.
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
const code = await main(process.argv.slice(2))
process.exitCode = code
// What is on its way to a pipe goes first.
if (hasLoadedModule()) process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
