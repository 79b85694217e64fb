import type { Command } from 'commander'
import { didYouMean } from '../shared/did-you-mean.ts'
import { listExamples } from './help.ts'

const LIST = new Intl.ListFormat('en-GB')
const LACKS = /^(?:required option '.*' not specified|missing required argument '.*')/
const LACKS_VALUE = /^option '(--[\w-]+) (.*)' argument missing/

/** The command that a call names, and its names: `baseline` and `update`. */
function findCalled(program: Command, args: readonly string[]): { command: Command; names: string[] } {
  const names: string[] = []
  let command = program
  for (const word of args.filter((arg) => !arg.startsWith('-'))) {
    const below = command.commands.find((one) => one.name() === word || one.aliases().includes(word))
    if (below === undefined) break
    command = below
    names.push(below.name())
  }
  return { command, names }
}

/** Arguments and options that a call lacks. */
const listMissing = (command: Command): string[] => [
  ...command.registeredArguments
    .filter(({ required }, i) => required && i >= command.args.length)
    .map((argument) => `<${argument.name()}>`),
  ...command.options
    .filter((option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined)
    .map(({ flags }) => flags),
]

const listFlags = (command: Command): string[] => command.options.flatMap(({ long }) => long ?? [])

/** What is wrong with a call, by the words of Commander: all that is missing at once, with an example. */
export function describeCallError(text: string, program: Command, args: readonly string[]): string {
  const message = text.replace(/^error: /, '')
  const { command, names } = findCalled(program, args)
  const name = names.join(' ')
  const advise = (option = ''): string => {
    const example = listExamples(names).find((one) => one.includes(option))
    return example === undefined
      ? `. \`npx tracewright ${name} --help\` says more.\n`
      : `, as in \`npx tracewright ${example}\`.\n`
  }
  const [, option, value] = LACKS_VALUE.exec(message) ?? []
  if (option !== undefined) return `${name}: ${option} requires ${value}${advise(option)}`
  if (!LACKS.test(message)) return message
  // Commander looks for what is missing first: a required option that is misspelt is both.
  const unknown = command.args.find((arg) => arg.startsWith('--'))
  return unknown === undefined
    ? `${name} requires ${LIST.format(listMissing(command))}${advise()}`
    : `${name}: unknown option "${unknown}"${didYouMean(unknown, listFlags(command)) || '.'}\n`
}
