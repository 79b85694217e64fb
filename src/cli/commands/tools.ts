import type { Command } from 'commander'
import type { Tool } from '../../schema/tool.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { Simulator } from '../../tools/define-simulator.ts'
import { describeAsOpenApi } from '../../tools/openapi.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { printJson, printText } from '../output.ts'
import { addSimulatorsOption } from '../simulators-option.ts'
import { renderTextTable } from '../table.ts'

/** What a tool is to others: all of a simulator but its implementation. */
const describeTool = ({
  input: _,
  output: __,
  run: ___,
  commits: ____,
  wire: _____,
  ...tool
}: Simulator): Tool => tool

function selectSimulators(name: string | undefined): Simulator[] {
  if (name === undefined) return [...readServedRegistry().values()]
  const simulator = readServedRegistry().get(name)
  if (simulator !== undefined) return [simulator]
  throw new TracewrightError(
    `Failed to list tool "${name}": unknown tool${didYouMean(name, readServedRegistry().keys()) || '.'} List them: \`npx tracewright tools\`. For your tools add --simulators FILE.`,
  )
}

const FIRST_SENTENCE = /^.*?[.:;](?= |$)/

const renderTable = (simulators: readonly Simulator[]): string =>
  renderTextTable(
    ['tool', 'category', 'effect', 'what it does'],
    simulators.map(({ name, category, effect, description }) => [
      ...[name, category, effect],
      (FIRST_SENTENCE.exec(description)?.[0] ?? description).slice(0, 90),
    ]),
  )

export const addTools = (program: Command): Command =>
  addSimulatorsOption(program.command('tools'))
    .description('list the built-in simulators, and yours with --simulators')
    .option('--name <name>', 'only this tool')
    .option('--openapi', 'print an OpenAPI 3.1 document of the tools')
    .action(({ name, openapi, json }: { name?: string; openapi?: boolean; json?: boolean }) => {
      const simulators = selectSimulators(name)
      if (openapi) printJson(describeAsOpenApi(simulators))
      else if (json) printJson({ tools: simulators.map(describeTool) })
      else printText(renderTable(simulators))
    })
