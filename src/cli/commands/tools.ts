import type { Command } from 'commander'
import type { Tool } from '../../schema/tool.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { Simulator } from '../../tools/define-simulator.ts'
import { openApiOf } from '../../tools/openapi.ts'
import { servedRegistry } from '../../tools/served.ts'
import { printJson, printText } from '../output.ts'
import { withSimulators } from '../simulators-option.ts'
import { textTable } from '../table.ts'

/** What a tool is to others: all of a simulator but its implementation. */
const described = ({
  input: _,
  output: __,
  run: ___,
  commits: ____,
  wire: _____,
  ...tool
}: Simulator): Tool => tool

function selected(name: string | undefined): Simulator[] {
  if (name === undefined) return [...servedRegistry().values()]
  const simulator = servedRegistry().get(name)
  if (simulator !== undefined) return [simulator]
  throw new TracewrightError(
    `Failed to list tool "${name}": unknown tool. Run \`tracewright tools\` for a list.`,
  )
}

const FIRST_SENTENCE = /^.*?[.:;](?= |$)/

const table = (simulators: readonly Simulator[]): string =>
  textTable(
    ['tool', 'category', 'effect', 'what it does'],
    simulators.map(({ name, category, effect, description }) => [
      ...[name, category, effect],
      (FIRST_SENTENCE.exec(description)?.[0] ?? description).slice(0, 90),
    ]),
  )

export const addTools = (program: Command): Command =>
  withSimulators(program.command('tools'))
    .description('list the simulated tools')
    .option('--name <name>', 'only this tool')
    .option('--openapi', 'print an OpenAPI 3.1 document of the tools')
    .action(({ name, openapi, json }: { name?: string; openapi?: boolean; json?: boolean }) => {
      const simulators = selected(name)
      if (openapi) printJson(openApiOf(simulators))
      else if (json) printJson({ tools: simulators.map(described) })
      else printText(table(simulators))
    })
