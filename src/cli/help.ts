import { type Command, Help, type Option } from 'commander'

interface CommandHelp {
  /** Below `docs/`, without `.md`. */
  page: string
  /** What stands after `npx tracewright`. */
  examples: readonly string[]
}

/** Commands by the group under which `--help` lists them, in this order. A test asks for an entry of each command. */
export const HELP: Readonly<Record<string, Readonly<Record<string, CommandHelp>>>> = {
  Start: {
    init: { page: 'command-line', examples: ['init', 'init --agent src/desk.ts#createDesk --dry-run'] },
    import: {
      page: 'toolkit',
      examples: [
        'import openapi api.yaml --out api.toolkit.json',
        'import mcp --command "node src/server.mjs" --out api.toolkit.json',
      ],
    },
    tools: { page: 'built-in-tools', examples: ['tools', 'tools --name get_weather --json'] },
    simulate: {
      page: 'guides/simulate-tools',
      examples: [
        `simulate get_weather --args '{"city":"Oslo"}'`,
        `simulate read_meter --simulators ./own-tools.ts --args '{"meter":"M-1"}'`,
      ],
    },
  },
  Suites: {
    record: {
      page: 'guides/record',
      examples: ['record --suite test/refunds.suite.ts --prompt "Refund order A-4 in full."'],
    },
    draft: {
      page: 'guides/record',
      examples: [
        'draft conversations.jsonl --out test/desk.suite.ts --reads find_order --writes refund_order',
      ],
    },
    generate: {
      page: 'guides/generate-tasks',
      examples: ['generate --tools api.toolkit.json --seed 1 --out test/api.suite.ts'],
    },
    show: { page: 'suites', examples: ['show old.suite.jsonl', 'show old.suite.jsonl:one_task'] },
    audit: {
      page: 'guides/audit-a-suite',
      examples: [
        'audit test/api.suite.ts --simulators api.toolkit.json',
        'audit desk.suite.jsonl --fix-out repaired.suite.jsonl',
      ],
    },
    bind: { page: 'guides/audit-a-suite', examples: ['bind frozen.suite.jsonl --out bound.suite.jsonl'] },
    calibrate: {
      page: 'calibration',
      examples: ['calibrate test/api.suite.ts --simulators api.toolkit.json'],
    },
    publish: {
      page: 'metrics',
      examples: ['publish desk.suite.jsonl --out release --licence CC-BY-4.0'],
    },
    pull: { page: 'guides/generate-tasks', examples: ['pull comptoolbench --out published.suite.jsonl'] },
  },
  Runs: {
    baseline: {
      page: 'gate',
      examples: [
        'baseline update',
        'baseline update --accept "new model"',
        'baseline check first.json second.json',
        'baseline show',
      ],
    },
    report: { page: 'gate', examples: ['report', 'report --github'] },
    diff: { page: 'metrics', examples: ['diff base/run.json .vitest/tracewright/run.json'] },
    score: { page: 'scoring', examples: ['score desk.suite.jsonl some.traces.jsonl'] },
    leaderboard: {
      page: 'metrics',
      examples: ['leaderboard gpt/run.json claude/run.json --prices prices.json'],
    },
    cassettes: { page: 'guides/record', examples: ['cassettes', 'cassettes --prune'] },
    serve: {
      page: 'serve',
      examples: ['serve --http 8787 --suite desk.suite.jsonl --out desk.traces.jsonl', 'serve --mcp'],
    },
  },
  'Research papers': {
    paper: { page: 'metrics', examples: ['paper gpt/run.json claude/run.json --out paper'] },
    compare: { page: 'metrics', examples: ['compare k0/run.json k5/run.json --by distractors'] },
    synth: {
      page: 'guides/synthetic-tools',
      examples: ['synth generate fields --in themes.jsonl --out fields.jsonl --model openai:gpt-5-mini'],
    },
  },
}

/** Commands in the order of their groups; those without an entry are last. */
export const sortByGroup = <Value>(commands: Readonly<Record<string, Value>>): Record<string, Value> => {
  const names = Object.values(HELP).flatMap((group) => Object.keys(group))
  const sorted = names.flatMap((name) => {
    const command = commands[name]
    return command === undefined ? [] : [[name, command] as const]
  })
  return { ...Object.fromEntries(sorted), ...commands }
}

const findEntry = (name: string): CommandHelp | undefined =>
  Object.values(HELP).find((group) => Object.hasOwn(group, name))?.[name]

/** Examples of a command, or of one below it: what stands after `npx tracewright`. */
export const listExamples = (names: readonly string[]): readonly string[] => {
  const examples = findEntry(names[0] ?? '')?.examples ?? []
  return examples.filter((example) => `${example} `.startsWith(`${names.join(' ')} `))
}

/** Adds examples and page to a command, and to those below it. */
function addExamples(command: Command, names: readonly string[], page: string): void {
  const examples = listExamples(names).map((example) => `  npx tracewright ${example}\n`)
  command.addHelpText(
    'after',
    `${examples.length > 0 ? `\nExamples:\n${examples.join('')}` : ''}\nMore: node_modules/tracewright/docs/${page}.md`,
  )
  for (const below of command.commands) addExamples(below, [...names, below.name()], page)
}

/** Adds group, examples and page to the commands of a program. */
export function addHelp(program: Command): void {
  for (const [group, entries] of Object.entries(HELP))
    for (const command of program.commands) {
      const entry = entries[command.name()]
      if (entry === undefined) continue
      command.helpGroup(`${group}:`)
      addExamples(command, [command.name()], entry.page)
    }
  program.addHelpText(
    'after',
    '\nBegin with `npx tracewright init`. Pages: node_modules/tracewright/docs/guides/first-suite.md',
  )
}

const isRepeatable = ({ defaultValue }: Option): boolean =>
  Array.isArray(defaultValue) && defaultValue.length === 0

/** How help shows options: required ones are marked, and stand in the usage. */
export const HELP_CONFIGURATION = {
  showGlobalOptions: true,
  optionDescription(option: Option): string {
    // An option that may be repeated has an empty list by default, which says nothing.
    const described = isRepeatable(option)
      ? option.description
      : Help.prototype.optionDescription.call(this, option)
    return option.mandatory ? `${described} (required)` : described
  },
  commandUsage(command: Command): string {
    const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => `${flags} `)
    return Help.prototype.commandUsage
      .call(this, command)
      .replace('[options]', `${required.join('')}[options]`)
  },
} as const
