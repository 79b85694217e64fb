import { CommanderError } from 'commander'
import { describeThrown, readStack, TracewrightError } from '../shared/errors.ts'
import { renameCommand } from '../shared/old-names.ts'
import { readPlace } from '../shared/shown-path.ts'
import { noteCommand } from '../shared/tool-advice.ts'
import { hasLoadedModule, nameLastModule } from './load-module.ts'
import { warn } from './output.ts'
import { createProgram } from './program.ts'

/** Runs the command line; gives the exit code: 0 done, 1 a negative answer, 2 the call or its input is wrong. */
async function runCommand(argv: readonly string[]): Promise<number> {
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

/** Ends the command because of code that it loaded: nothing of ours fails there, or is left waiting. */
const endEarly = (cause: string): void => {
  warn(`Failed: ${cause}. Repair ${nameLastModule() || 'the module that the command loads'}.`)
  process.exitCode = 2
}
const handleEarlyExit = (): void =>
  endEarly('the loaded code calls process.exit, or waits for what never comes')
process.once('exit', handleEarlyExit)
process.once('uncaughtException', (error) => {
  process.off('exit', handleEarlyExit)
  const place = readPlace(readStack(error))
  endEarly(`an error is not caught: ${describeThrown(error)}${place === undefined ? '' : ` (${place})`}`)
  process.exit()
})
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe has seen enough.
  process.off('exit', handleEarlyExit)
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
// Without a top-level await, of which Node would warn where loaded code waits for ever.
void runCommand(process.argv.slice(2)).then((code) => {
  process.off('exit', handleEarlyExit)
  process.exitCode = code
  // What is on its way to a pipe goes first.
  if (hasLoadedModule()) process.stdout.write('', () => process.stderr.write('', () => process.exit(code)))
})
