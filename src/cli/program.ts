import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { renameCommand } from '../shared/old-names.ts'
import { makeLinesPrintable } from '../shared/printable.ts'
import { noteCommand } from '../shared/tool-advice.ts'
import { provideTools } from '../tools/served.ts'
import { addJsonOption, addNamed } from './add-named.ts'
import { describeCallError } from './call-error.ts'
import { COMMANDS } from './commands.ts'
import { addHelp, HELP_CONFIGURATION, sortByGroup } from './help.ts'
import { warn } from './output.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The columns of a line of help, whatever the terminal has: the texts are printed when the package is built. */
const HELP_COLUMNS = 80

/** The command line. Commands print documents on standard output, and nothing else there under `--json`. */
export async function createProgram(argv: readonly string[]): Promise<Command> {
  const command = new Command('tracewright')
    .description('Catch regressions of tool-calling agents before you merge.')
    .version(version)
    .exitOverride()
    .configureHelp(HELP_CONFIGURATION)
    .configureOutput({
      getOutHelpWidth: () => HELP_COLUMNS,
      outputError: (text, write) =>
        write(`tracewright: ${makeLinesPrintable(describeCallError(text, command, argv))}`),
    })
  addJsonOption(command).hook('preAction', async () => {
    const { registry } = await import('../tools/builtin/registry.ts')
    provideTools(() => registry)
  })
  // For its version a program needs no command.
  if (!/^(?:-V|--version)$/.test(argv[0] ?? '')) await addNamed(command, sortByGroup(COMMANDS), argv)
  addHelp(command)
  return command
}

/** Runs the command line; gives the exit code: 0 done, 1 a negative answer, 2 the call or its input is wrong. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  noteCommand()
  try {
    const renamed = renameCommand(argv, warn)
    const command = await createProgram(renamed)
    await command.parseAsync([...renamed], { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // Commander has said its own errors; help and version leave this way as well.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const expected = error instanceof TracewrightError
    warn(expected ? error.message : `Failed unexpectedly: ${describeThrown(error)}.`)
    return 2
  }
}
