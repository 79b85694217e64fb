import { Command } from 'commander'
import { vi } from 'vitest'
import { addJsonOption, addNamed } from '../../src/cli/add-named.ts'
import { COMMANDS } from '../../src/cli/commands.ts'

/** Runs a command within this process; gives what it printed on stdout. */
export async function runCommand(...args: string[]): Promise<string> {
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  try {
    const program = addJsonOption(new Command().exitOverride())
    await addNamed(program, COMMANDS, args)
    await program.parseAsync(args, { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return printed
}

/** Runs a command with `--json`; gives the document that it printed. */
export const runForJson = async (...args: string[]) => JSON.parse(await runCommand(...args, '--json'))
