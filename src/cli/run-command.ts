import { describeThrown, readStack } from '../shared/errors.ts'
import { readPlace } from '../shared/shown-path.ts'
import { hasLoadedModule, nameLastModule } from './load-module.ts'
import { warn } from './output.ts'
import { runCommand } from './program.ts'

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
