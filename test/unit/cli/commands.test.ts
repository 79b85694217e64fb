import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { addNamed } from '../../../src/cli/add-named.ts'
import { STAGES } from '../../../src/cli/commands/synth/index.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'

const added = async (commands: typeof COMMANDS, ...args: string[]): Promise<string[]> => {
  const program = new Command()
  await addNamed(program, commands, args)
  return program.commands.map((command) => command.name())
}

describe.each([
  ['commands', COMMANDS],
  ['stages of synth', STAGES],
])('%s', (_, commands) => {
  it.each(Object.keys(commands))('%s is loaded alone where it is called', async (name) => {
    expect(await added(commands, name, '--help')).toEqual([name])
  })

  it('are all there for the help, and for an unknown name', async () => {
    const all = Object.keys(commands)
    expect(await added(commands)).toEqual(all)
    expect(await added(commands, '--help')).toEqual(all)
    expect(await added(commands, 'scor')).toEqual(all)
    expect(await added(commands, 'constructor')).toEqual(all)
  })
})

it('a stage is loaded alone below its command', async () => {
  const program = new Command()
  await addNamed(program, COMMANDS, ['synth', 'audit', '--help'])
  expect(program.commands.map((command) => command.commands.map((one) => one.name()))).toEqual([['audit']])
})
