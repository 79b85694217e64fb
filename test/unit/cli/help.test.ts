import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { addJsonOption, addNamed } from '../../../src/cli/add-named.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { addHelp, HELP, HELP_CONFIGURATION, sortByGroup } from '../../../src/cli/help.ts'

const docs = resolve(import.meta.dirname, '../../../docs')
const entries = Object.values(HELP).flatMap((group) => Object.entries(group))

let program: Command
beforeAll(async () => {
  program = addJsonOption(new Command('tracewright').exitOverride().configureHelp(HELP_CONFIGURATION))
  await addNamed(program, sortByGroup(COMMANDS), [])
  addHelp(program)
})

const printHelp = (command: Command | undefined): string => {
  let text = ''
  command?.configureOutput({ writeOut: (part) => (text += part) }).outputHelp()
  return text
}
const find = (name: string): Command | undefined => program.commands.find((one) => one.name() === name)

describe('help', () => {
  it('has an entry for every command, and for no other', () => {
    expect(entries.map(([name]) => name).sort()).toEqual(Object.keys(COMMANDS).sort())
  })

  it('lists commands by group, in the order of HELP', () => {
    const text = printHelp(program)
    const places = Object.entries(HELP).flatMap(([group, commands]) => [
      text.indexOf(`\n${group}:\n`),
      ...Object.keys(commands).map((name) => text.search(new RegExp(`^ {2}${name}\\b`, 'm'))),
    ])
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it.each(entries)('of %s ends with examples and a page that exists', (name, { page, examples }) => {
    const text = printHelp(find(name))
    expect(existsSync(resolve(docs, `${page}.md`)), page).toBe(true)
    expect(text).toContain(`node_modules/tracewright/docs/${page}.md`)
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) {
      expect(text).toContain(`\n  npx tracewright ${example}\n`)
      const words = example.replaceAll(/'[^']*'|"[^"]*"/g, 'TEXT').split(' ')
      const inner = words
        .slice(1)
        .reduce<Command | undefined>(
          (command, word) => command?.commands.find((one) => one.name() === word) ?? command,
          find(name),
        )
      const known = inner?.options.map(({ long }) => long) ?? []
      const options = words.filter((word) => word.startsWith('--'))
      expect(options.filter((option) => option !== '--json' && !known.includes(option))).toEqual([])
    }
  })

  it('marks options that are required, in the usage and in the list', () => {
    const text = printHelp(find('generate'))
    expect(text).toMatch(/^Usage: tracewright generate --seed <number> --out <file> \[options\]$/m)
    expect(text.match(/\(required\)/g)).toHaveLength(2)
    expect(printHelp(find('audit'))).not.toContain('(required)')
  })

  it('of record and baseline warns of what runs for real, and of what is renewed', () => {
    const printFlat = (command: Command | undefined): string => printHelp(command).replaceAll(/\s+/g, ' ')
    const record = printFlat(find('record'))
    expect(record).toContain('every own tool without a simulator runs')
    expect(record).toContain('Without --prompt and -t it records all tasks of the suite again')
    const baseline = find('baseline')?.commands ?? []
    const [update, check] = ['update', 'check'].map((name) =>
      printFlat(baseline.find((one) => one.name() === name)),
    )
    expect(update).toContain('renews the records of all tasks')
    expect(check).toContain('exit code 1 if it regressed or needs another run')
  })

  it('an unknown command gets the name that was meant', async () => {
    let said = ''
    program.configureOutput({ writeErr: (text) => (said += text) })
    await expect(program.parseAsync(['genrate'], { from: 'user' })).rejects.toThrow()
    expect(said).toMatch(/unknown command 'genrate'\n\(Did you mean generate\?\)/)
  })
})

it.each(['tools', 'simulate'])('%s names the tool that was meant', async (name) => {
  const command = new Command().exitOverride()
  await addNamed(command, COMMANDS, [name])
  const args = name === 'tools' ? ['tools', '--name', 'get_wether'] : ['simulate', 'get_wether']
  await expect(command.parseAsync(args, { from: 'user' })).rejects.toThrow(
    /unknown tool; did you mean "get_weather"\? List them: /,
  )
})
